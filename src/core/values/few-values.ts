// From how many values on a figure of errors is trusted. Interfaces, page and command line warn below that.

/** Three weeks of hours: with fewer, one odd day still moves a mean error noticeably. */
export const FEW_VALUES = 500;

export const isFew = (count: number): boolean => count < FEW_VALUES;

export const FEW_VALUES_TEXT = `fewer than ${FEW_VALUES} values`;
