// The engines that a store can run on, and the two groups of its tables.

/**
 * Series data and accounts are two SQLite files but may be one database elsewhere, so each
 * migration says in its first line which of the two it belongs to.
 */
export type MigrationGroup = 'series' | 'accounts';

/** Most SQL is the same for each engine. What differs, such as the index for words, has a text for each. */
export type Engine = 'sqlite' | 'postgres';
