/**
 * The pages that are the same for every visitor: they are cached whole, and only their queries hold nothing personal.
 */
export const PUBLIC_PATH = /^\/(assessments|assessment\/[^/]+|legal\/[^/]+)?$/
