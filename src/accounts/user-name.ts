// User names are ASCII only, so that they fold without surprises and none looks like another.

const FORM = /^[A-Za-z0-9][A-Za-z0-9._@+-]{0,63}$/;

export const USER_NAME_RULE =
  '1 to 64 letters, digits, ".", "_", "@", "+" or "-", the first a letter or digit';

export const isUserName = (text: string): boolean => FORM.test(text);

/** The name without regard to case: two names mean the same user if their folds are equal. */
export const foldUserName = (name: string): string => name.toLowerCase();
