/** Pages that are kept for everybody: catalogue, products and legal texts. They have no form of an account. */
export const FOR_EVERYBODY = /^\/(assessments|assessment\/[^/]+|legal\/.+)?$/
