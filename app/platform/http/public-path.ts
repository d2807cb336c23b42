/** The pages that everybody gets alike: kept whole for all, and the only ones whose queries say nothing of a visitor. */
export const PUBLIC_PATH = /^\/(assessments|assessment\/[^/]+|legal\/[^/]+)?$/
