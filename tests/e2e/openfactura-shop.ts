import { openFakeOpenFactura } from '../fake-openfactura/server.ts'
import { test as base } from './journey.ts'
import { openWebpayShop, type WebpayShop } from './webpay-shop.ts'

/** A shop of its own that is paid at the fake bank and whose tax documents a fake OpenFactura issues. */
export type OpenFacturaShop = WebpayShop & { provider: Awaited<ReturnType<typeof openFakeOpenFactura>> }

/** Journeys whose shop asks for its tax documents at the fake OpenFactura. */
export const test = base.extend<object, { shop: OpenFacturaShop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const provider = await openFakeOpenFactura()
      const shop = await openWebpayShop({
        TAX_DOCUMENTS: 'openfactura',
        OPENFACTURA_ENVIRONMENT: 'sandbox',
        OPENFACTURA_API_KEY: provider.apiKey,
        OPENFACTURA_URL: provider.url,
      })
      await use({ ...shop, provider })
      await shop.close()
      provider.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ shop }, use) => use(shop.url),
})
