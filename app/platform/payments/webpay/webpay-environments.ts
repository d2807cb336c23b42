/** Where Transbank answers: its test environment, and the one with real money. */
export const WEBPAY_HOSTS = {
  integration: 'https://webpay3gint.transbank.cl',
  production: 'https://webpay3g.transbank.cl',
} as const

export type WebpayEnvironment = keyof typeof WEBPAY_HOSTS

/**
 * The commerce code and key of Transbank's test environment. They are public and the same for everybody: npm package
 * transbank-sdk 6.1.1, `IntegrationCommerceCodes.WEBPAY_PLUS` and `IntegrationApiKeys.WEBPAY`.
 */
export const INTEGRATION_KEYS = {
  commerceCode: '597055555532',
  apiKey: '579B532A7440BB0C9079DED94D31EA1615BACEB56610332264630D42D0A36B1C',
} as const
