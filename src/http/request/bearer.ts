// The secret that a caller presents in the Authorization header.

/** Returns the secret of a Bearer header; undefined without one or with another scheme. */
export function bearerOf(header: string | undefined): string | undefined {
  const match = /^\s*bearer(?:\s+(.*))?$/i.exec(header ?? '');
  return match ? (match[1] ?? '') : undefined;
}
