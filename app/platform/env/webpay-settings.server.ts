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
  // It has to fit into a header.
  WEBPAY_API_KEY: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{16,256}$/, 'must be the key as Transbank sent it, 16 to 256 characters without spaces')
    .optional(),
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
  const { WEBPAY_API_KEY: apiKey, WEBPAY_COMMERCE_CODE: commerceCode } = value
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
