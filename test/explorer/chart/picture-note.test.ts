// What a picture says of itself.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findZone } from '#core/time/zone';
import { pictureNote } from '#explorer/chart/drawing/picture-note.ts';

test('a picture names its span, the zone of its times, its source and when it was made', () => {
  const note = pictureNote({
    start: Date.parse('2026-10-31T23:00:00Z') / 1000,
    end: Date.parse('2026-11-10T23:00:00Z') / 1000,
    zone: findZone('Europe/Berlin')!,
    host: 'data.example:8080',
    madeAt: Date.parse('2026-11-13T09:05:31Z'),
  });
  assert.equal(
    note,
    'Sun 1 Nov 2026 – Tue 10 Nov 2026 · times of Europe/Berlin · from data.example:8080 · made Fri 13 Nov 2026, 10:05',
  );
});
