// The engines that a store can run on, and the two groups of its tables.

/**
 * Series data and accounts are two SQLite files but may be one database elsewhere, so each
 * migration says in its first line which of the two it belongs to.
 */
export type MigrationGroup = 'series' | 'accounts';

/** What only one engine can do, such as its index for searching words, has a text for each. */
export type Engine = 'sqlite' | 'postgres';
