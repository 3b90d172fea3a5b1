// One request as a user wrote it, for pages that show whatever comes back.

/** Resolves to any answer, refusals too. The browser adds the session's cookie. */
export const sendRaw = (address: string, request: RequestInit): Promise<Response> =>
  fetch(address, request);
