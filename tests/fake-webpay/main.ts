import { parseArgs } from 'node:util'
import { startFakeWebpay } from './start.ts'

// `node tests/fake-webpay/main.ts --port 4600`: a bank to try the shop with, for `PAYMENTS=webpay` and `WEBPAY_URL`.

const { values } = parseArgs({ options: { port: { type: 'string', default: '4600' } } })
const fake = await startFakeWebpay({ port: Number(values.port) })
console.log(`Fake Webpay on ${fake.url} (its book: ${fake.url}/control/book)`)
