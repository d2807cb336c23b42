import { gatewayContract } from '#app/platform/payments/contract.test-support.ts'
import { webpayHarness } from './support/webpay-on-fake.ts'

// The adapter against a bank that was written from Transbank's documentation and knows nothing of it.
gatewayContract('webpay on the fake bank', webpayHarness, true)
