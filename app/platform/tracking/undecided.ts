/** The attribute of a page whose visitor has not decided about being measured. */
export const UNDECIDED = 'data-undecided'
