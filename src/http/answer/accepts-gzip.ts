// Whether a client takes gzip (RFC 9110, 12.5.3).

/** A coding with the weight 0 is one that the client does not take. */
const GZIP = /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?\s*(?:,|$)/i;

export const acceptsGzip = (header = ''): boolean => GZIP.test(header);
