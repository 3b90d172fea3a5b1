// Names of the settings that a store keeps about itself.

/** A store's identity: a random text that moves with its data. */
export const STORE_ID = 'store_id';
/** What a store that is a copy knows about its source (copy-claim.ts). */
export const COPY_STATE = 'copy_state';
export const COPY_NONCE = 'copy_nonce';
