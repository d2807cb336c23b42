import { z } from 'zod'

/** How the shop issues its boletas and facturas; undefined: by its own means. */
export type TaxDocumentSettings =
  | { provider: 'openfactura'; apiKey: string; environment: 'sandbox' | 'production'; url: string | undefined }
  | undefined

/** Variables of the environment (README, "Settings"). */
export const taxDocumentVariables = {
  TAX_DOCUMENTS: z.enum(['none', 'openfactura'], 'must be none or openfactura').default('none'),
  // A header takes no other characters.
  OPENFACTURA_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{8,200}$/, 'must have 8 to 200 characters without spaces')
    .optional(),
  OPENFACTURA_ENVIRONMENT: z.enum(['sandbox', 'production'], 'must be sandbox or production').optional(),
  OPENFACTURA_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
}

type Variables = z.infer<z.ZodObject<typeof taxDocumentVariables>>

/** @returns the settings, or one line that says what is wrong. */
export function readTaxDocuments(value: Variables): { settings: TaxDocumentSettings } | { problem: string } {
  if (value.TAX_DOCUMENTS === 'none') return { settings: undefined }
  const environment = value.OPENFACTURA_ENVIRONMENT
  if (environment === undefined) {
    return {
      problem:
        'OPENFACTURA_ENVIRONMENT must be set with TAX_DOCUMENTS=openfactura: documents of the sandbox have no validity',
    }
  }
  if (value.OPENFACTURA_URL !== undefined && environment === 'production') {
    return { problem: 'OPENFACTURA_URL is for tests: unset it with OPENFACTURA_ENVIRONMENT=production' }
  }
  const apiKey = value.OPENFACTURA_API_KEY
  if (apiKey === undefined) {
    return { problem: 'OPENFACTURA_API_KEY (or OPENFACTURA_API_KEY_FILE) must be set with TAX_DOCUMENTS=openfactura' }
  }
  return { settings: { provider: 'openfactura', apiKey, environment, url: value.OPENFACTURA_URL } }
}
