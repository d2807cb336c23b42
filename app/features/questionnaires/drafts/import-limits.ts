/** Maximum bytes of an imported file: three times the largest questionnaire with its plan. */
export const MAX_QUESTIONNAIRE_BYTES = 900 * 1024

export const QUESTIONNAIRE_TOO_LARGE = `El archivo puede pesar hasta ${MAX_QUESTIONNAIRE_BYTES / 1024} KB.`
