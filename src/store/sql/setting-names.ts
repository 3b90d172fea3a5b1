// Names of the settings that a store keeps about itself.

/** A store's identity: a random text that moves with it. */
export const STORE_ID = 'store_id';
/** What a store keeps of itself as a copy of another (copy-claim.ts). */
export const COPY_STATE = 'copy_state';
export const COPY_NONCE = 'copy_nonce';
