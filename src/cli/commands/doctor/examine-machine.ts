// The machine: room on the disk, who may read and write the files, and the certificate.

import { X509Certificate } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { storeFiles } from '#cli/commands/doctor/examine-store';
import { type Finding, fault, ok, warning } from '#cli/commands/doctor/finding';
import { formatCount } from '#cli/terminal/table';
import type { Config } from '#config';
import { DAY_MS, formatUtc, type Instant } from '#core/time/instant';
import { isOpenToAll } from '#settings/settings-file';

const MB = 1e6;
/** Less than this stops writes soon. */
const LEAST_FREE_BYTES = 100 * MB;
/** More than this is enough for a small store. */
const ENOUGH_FREE_BYTES = 1_000 * MB;
const EARLY_DAYS = 14;

const sizeText = (bytes: number): string => `${formatCount(Math.round(bytes / MB))} MB`;

/** The nearest folder above a path that exists. */
function existingFolder(path: string): string {
  const folder = dirname(resolve(path));
  return existsSync(folder) ? folder : existingFolder(folder);
}

function freeBytesAt(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

export function examineDisk(config: Config, freeBytes = freeBytesAt): Finding[] {
  const files = storeFiles(config);
  if (!files) return [];
  const folder = existingFolder(files.series);
  const free = freeBytes(folder);
  const size = [files.series, files.accounts, `${files.series}-wal`]
    .filter((path) => existsSync(path))
    .reduce((sum, path) => sum + statSync(path).size, 0);
  const message = `${sizeText(free)} free at ${folder}, and the store has ${sizeText(size)}`;
  if (free < LEAST_FREE_BYTES) {
    return [fault('disk', message, 'make room, or writes fail soon')];
  }
  if (free < Math.max(ENOUGH_FREE_BYTES, size)) {
    const remedy = 'make room: restore and compact --vacuum need the size of the store once more';
    return [warning('disk', message, remedy)];
  }
  return [ok('disk', message)];
}

export function examinePermissions(config: Config): Finding[] {
  const files = storeFiles(config);
  const found = files ? Object.values(files).flatMap(examineFile) : [];
  const folder = files && dirname(resolve(files.series));
  if (folder !== undefined && existsSync(folder) && !mayWrite(folder)) {
    found.push(fault('permissions', `this user may not write to ${folder}`, remedyOf(folder)));
  }
  const backups = config.backups?.folder;
  if (backups !== undefined && existsSync(backups) && !mayWrite(backups)) {
    found.push(fault('permissions', `this user may not write to ${backups}`, remedyOf(backups)));
  }
  const { certFile, keyFile } = config.tls ?? {};
  for (const path of [keyFile, certFile, config.collectFile]) {
    if (path !== undefined && !mayRead(path)) {
      found.push(
        fault('permissions', `this user cannot read ${path}`, 'check the path and its owner'),
      );
    }
  }
  if (keyFile !== undefined && isOpenToAll(keyFile)) found.push(openToAll(keyFile));
  return found.length > 0
    ? found
    : [ok('permissions', 'files are readable and closed to other users')];
}

function examineFile(path: string): Finding[] {
  if (!existsSync(path)) return [];
  const found = mayWrite(path)
    ? []
    : [fault('permissions', `this user may not write ${path}`, remedyOf(path))];
  const { uid } = statSync(path);
  if (process.getuid?.() === 0 && uid !== 0) {
    const message = `${path} belongs to the user ${uid}, and this is root`;
    found.push(warning('permissions', message, `run commands as that user: sudo -u '#${uid}' …`));
  }
  return isOpenToAll(path) ? [...found, openToAll(path)] : found;
}

const openToAll = (path: string): Finding =>
  warning('permissions', `every user of this machine can read ${path}`, `chmod o-r ${path}`);

const remedyOf = (path: string): string =>
  `run as its owner, the user ${statSync(path).uid}, or change the owner`;

const may = (path: string, mode: number): boolean => {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
};
const mayWrite = (path: string): boolean => may(path, constants.W_OK);
const mayRead = (path: string): boolean => may(path, constants.R_OK);

export function examineCertificate({ tls }: Config, now: Instant): Finding[] {
  if (!tls || !mayRead(tls.certFile)) return [];
  const remedy = 'renew it: the server reads renewed files within a minute';
  try {
    const end = Date.parse(new X509Certificate(readFileSync(tls.certFile)).validTo);
    const message = `the certificate is valid until ${formatUtc(end)}`;
    if (end <= now) return [fault('certificate', message, remedy)];
    const isEarly = end > now + EARLY_DAYS * DAY_MS;
    return [isEarly ? ok('certificate', message) : warning('certificate', message, remedy)];
  } catch {
    return [fault('certificate', `${tls.certFile} holds no certificate`, 'see TLS_CERT')];
  }
}
