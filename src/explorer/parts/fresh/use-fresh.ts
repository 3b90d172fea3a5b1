// The mark of a value that has changed on the screen. It fades by itself.

import { useState } from 'react';
import '#explorer/parts/fresh/fresh.css';

type Value = string | number | null | undefined;

/** The two marks are alike: each change begins the other one again. */
interface FreshMark {
  readonly 'data-fresh'?: 'a' | 'b';
}

const NONE: FreshMark = {};

/**
 * The attribute of an element whose value has changed since it was first shown. A value of another `subject`, such
 * as another category, is no change; nor is the first value that is known.
 */
export function useFresh(value: Value, subject: string): FreshMark {
  const [shown, setShown] = useState({ value, subject, mark: NONE });
  if (shown.value === value && shown.subject === subject) return shown.mark;
  const isChange = shown.subject === subject && shown.value !== undefined && value !== undefined;
  const mark: FreshMark = isChange
    ? { 'data-fresh': shown.mark['data-fresh'] === 'a' ? 'b' : 'a' }
    : NONE;
  setShown({ value, subject, mark });
  return mark;
}
