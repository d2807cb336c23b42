import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** How the shop issues its boletas and facturas; undefined: by its own means. */
export type TaxDocumentSettings =
  | { provider: 'openfactura'; apiKey: string; environment: 'sandbox' | 'production'; url: string | undefined }
  | undefined

/** Variables of the environment (README, "Settings"). */
export const taxDocumentVariables = {
  TAX_DOCUMENTS: z.enum(['none', 'openfactura'], 'must be none or openfactura').default('none'),
  OPENFACTURA_API_KEY: z.string().min(8, 'must have at least 8 characters').max(200).optional(),
  OPENFACTURA_API_KEY_FILE: z.string().optional(),
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
  if (value.OPENFACTURA_API_KEY !== undefined && value.OPENFACTURA_API_KEY_FILE !== undefined) {
    return { problem: 'OPENFACTURA_API_KEY and OPENFACTURA_API_KEY_FILE: set one of them' }
  }
  const apiKey = value.OPENFACTURA_API_KEY ?? readKey(value.OPENFACTURA_API_KEY_FILE)
  if (apiKey === undefined) {
    return {
      problem: 'OPENFACTURA_API_KEY or a readable OPENFACTURA_API_KEY_FILE must be set with TAX_DOCUMENTS=openfactura',
    }
  }
  // A header takes no other characters.
  if (!/^[\x21-\x7e]{8,200}$/.test(apiKey))
    return { problem: 'OPENFACTURA_API_KEY must have 8 to 200 characters without spaces' }
  return { settings: { provider: 'openfactura', apiKey, environment, url: value.OPENFACTURA_URL } }
}

function readKey(path: string | undefined): string | undefined {
  try {
    return path === undefined ? undefined : readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}
