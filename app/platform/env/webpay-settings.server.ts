import { readFileSync } from 'node:fs'
import { z } from 'zod'
import {
  INTEGRATION_KEYS,
  WEBPAY_HOSTS,
  type WebpayEnvironment,
} from '#app/platform/payments/webpay/webpay-environments.ts'
import { httpUrl, SettingsError } from './setting.ts'

/** What the shop needs to speak to Webpay Plus. */
export type WebpaySettings = {
  environment: WebpayEnvironment
  /** The bank's address, without a path. */
  baseUrl: string
  commerceCode: string
  apiKey: string
}

export const webpayVariables = {
  WEBPAY_ENVIRONMENT: z.enum(['integration', 'production'], 'must be integration or production').optional(),
  WEBPAY_COMMERCE_CODE: z
    .string()
    .regex(/^\d{12}$/, 'must have 12 digits, as 597012345678')
    .optional(),
  WEBPAY_API_KEY: z.string().optional(),
  WEBPAY_API_KEY_FILE: z.string().optional(),
  WEBPAY_URL: httpUrl.optional(),
} as const

type Variables = z.output<z.ZodObject<typeof webpayVariables>> & {
  PAYMENTS?: 'simulator' | 'webpay' | undefined
  APP_URL?: string | undefined
}

/**
 * Undefined unless an environment is named: a shop without one speaks to no bank.
 * @throws SettingsError with one clear line when one is wrong or missing.
 */
export function readWebpaySettings(value: Variables): WebpaySettings | undefined {
  const environment = value.WEBPAY_ENVIRONMENT
  if (environment === undefined) {
    if (value.PAYMENTS !== 'webpay') return undefined
    throw new SettingsError(
      'WEBPAY_ENVIRONMENT must be set with PAYMENTS=webpay: integration (for trying) or production',
    )
  }
  const apiKey = readApiKey(value)
  const commerceCode = value.WEBPAY_COMMERCE_CODE
  if ((apiKey === undefined) !== (commerceCode === undefined)) {
    throw new SettingsError('WEBPAY_COMMERCE_CODE and WEBPAY_API_KEY (or WEBPAY_API_KEY_FILE) go together')
  }
  if (environment === 'production') {
    if (apiKey === undefined) {
      throw new SettingsError(
        'WEBPAY_ENVIRONMENT=production needs WEBPAY_COMMERCE_CODE and WEBPAY_API_KEY (or its file)',
      )
    }
    if (!value.APP_URL?.startsWith('https://')) {
      throw new SettingsError('WEBPAY_ENVIRONMENT=production needs an APP_URL with https://')
    }
    if (value.WEBPAY_URL !== undefined)
      throw new SettingsError('WEBPAY_URL is for tests: production has its own address')
  }
  return {
    environment,
    baseUrl: value.WEBPAY_URL === undefined ? WEBPAY_HOSTS[environment] : new URL(value.WEBPAY_URL).origin,
    commerceCode: commerceCode ?? INTEGRATION_KEYS.commerceCode,
    apiKey: apiKey ?? INTEGRATION_KEYS.apiKey,
  }
}

/** A key that fits into a header; its text is never part of a message. */
function readApiKey({ WEBPAY_API_KEY: key, WEBPAY_API_KEY_FILE: file }: Variables): string | undefined {
  if (key !== undefined && file !== undefined) {
    throw new SettingsError('WEBPAY_API_KEY and WEBPAY_API_KEY_FILE exclude each other: set one')
  }
  const text = (file === undefined ? key : readKeyFile(file))?.trim()
  if (text !== undefined && !/^[\x21-\x7e]{16,256}$/.test(text)) {
    const name = file === undefined ? 'WEBPAY_API_KEY' : 'WEBPAY_API_KEY_FILE'
    throw new SettingsError(`${name} must be the key as Transbank sent it, 16 to 256 characters without spaces`)
  }
  return text
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new SettingsError(`WEBPAY_API_KEY_FILE can't be read: ${file}`)
  }
}
