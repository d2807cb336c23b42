import { describe, expect, it } from 'vitest'
import { SettingsError } from './setting.ts'
import { readSettings } from './settings.server.ts'

const read = (env: Record<string, string>) => readSettings(env, '/srv/alhena')

describe('settings', () => {
  it('run a demo by default', () => {
    expect(read({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      appUrl: 'http://127.0.0.1:3000',
      databaseUrl: undefined,
      dataDir: '/srv/alhena/.data',
      demo: true,
      demoCompany: true,
      payments: 'simulator',
      webpay: undefined,
      worker: true,
    })
  })

  it('leave the demo company out of a real shop, and of a demo that disables it', () => {
    const own = { DATABASE_URL: 'postgresql://x@db/shop', PAYMENTS: 'simulator' }
    expect(read(own).demoCompany).toBe(false)
    expect(read({ DEMO_COMPANY: '0' })).toMatchObject({ demo: true, demoCompany: false })
    const webpay = { PAYMENTS: 'webpay', WEBPAY_ENVIRONMENT: 'integration' }
    expect(read(webpay)).toMatchObject({ demo: true, demoCompany: false })
  })

  it('treat an empty variable as unset', () => {
    expect(read({ DATABASE_URL: '', SMTP_URL: ' ' }).demo).toBe(true)
  })

  it('let a shop without https answer on this machine, and a demo anywhere', () => {
    const own = { DEMO: '0', PAYMENTS: 'simulator' }
    expect(read(own).appUrl).toBe('http://127.0.0.1:3000')
    expect(read({ ...own, APP_URL: 'http://localhost:8080' }).appUrl).toBe('http://localhost:8080')
    expect(read({ APP_URL: 'http://192.168.1.20:3000' }).demo).toBe(true)
  })

  it('use only the origin of the address', () => {
    expect(read({ APP_URL: 'https://alhena.example/tienda/?x=1' }).appUrl).toBe('https://alhena.example')
  })

  it.each([
    [{ PORT: 'tres mil' }, 'PORT must be a number'],
    [{ PORT: '70000' }, 'PORT must be 0 to 65535'],
    [{ APP_URL: 'alhena.cl' }, 'APP_URL must be an http(s) address'],
    [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL must be a postgresql:// address'],
    [{ DATABASE_READ_URL: 'postgresql://x@replica/shop' }, 'DATABASE_READ_URL goes with DATABASE_URL'],
    [{ DATABASE_SESSION_URL: 'postgresql://x@db/shop' }, 'DATABASE_SESSION_URL goes with DATABASE_URL'],
    [{ SMTP_URL: 'http://mail' }, 'SMTP_URL must be an smtp:// or smtps:// address'],
    [{ ADMIN_EMAIL: 'ana@example.cl' }, 'ADMIN_EMAIL and ADMIN_PASSWORD go together'],
    [{ ADMIN_EMAIL: 'ana', ADMIN_PASSWORD: 'secreto' }, 'ADMIN_EMAIL must be an e-mail address'],
    [{ ADMIN_EMAIL: 'ana@example.cl', ADMIN_PASSWORD: 'corta' }, 'ADMIN_PASSWORD must have at least 8 characters'],
    [{ PAYMENTS: 'stripe' }, 'PAYMENTS must be simulator or webpay'],
    [{ S3_BUCKET: 'Alhena Archivos' }, 'S3_BUCKET must be the name of a bucket'],
    [{ S3_BUCKET: 'alhena' }, 'S3_REGION must be set with S3_BUCKET'],
    [
      { S3_BUCKET: 'alhena', S3_REGION: 'sa-east-1', S3_ACCESS_KEY_ID: 'x' },
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY',
    ],
    [{ DEMO: 'yes' }, 'DEMO must be 0 or 1'],
    [{ DB_POOL: '11' }, 'DB_POOL must be 12 to 500'],
    [{ DB_POOL: '501' }, 'DB_POOL must be 12 to 500'],
    [{ DB_POOL: 'veinte' }, 'DB_POOL must be a number'],
    [{ DRAIN_SECONDS: '-1' }, 'DRAIN_SECONDS must be 0 to 300'],
    [{ DATABASE_URL: 'postgresql://x@db/shop' }, 'PAYMENTS must be set when the shop is not a demo'],
    [{ DEMO: '0' }, 'PAYMENTS must be set when the shop is not a demo'],
    [{ DEMO: '0', PAYMENTS: 'simulator', APP_URL: 'http://alhena.example' }, 'APP_URL must be an https:// address'],
    [{ DEMO: '0', PAYMENTS: 'simulator', HOST: '10.0.0.5' }, 'APP_URL must be an https:// address'],
  ])('%j stop the start with one line', (env, line) => {
    expect(() => read(env)).toThrow(SettingsError)
    expect(() => read(env)).toThrow(line)
  })

  it("use Transbank's public test keys on its test environment", () => {
    expect(read({ PAYMENTS: 'webpay', WEBPAY_ENVIRONMENT: 'integration' })).toMatchObject({
      payments: 'webpay',
      webpay: {
        environment: 'integration',
        baseUrl: 'https://webpay3gint.transbank.cl',
        commerceCode: '597055555532',
        apiKey: expect.stringMatching(/^579B/),
      },
    })
  })

  const KEYS = { WEBPAY_COMMERCE_CODE: '597012345678', WEBPAY_API_KEY: 'k'.repeat(64) }
  const PRODUCTION = {
    PAYMENTS: 'webpay',
    WEBPAY_ENVIRONMENT: 'production',
    APP_URL: 'https://alhena.example',
    ...KEYS,
  }

  it('use the own keys in production, and keep them while new payments are simulated', () => {
    const webpay = {
      environment: 'production',
      baseUrl: 'https://webpay3g.transbank.cl',
      commerceCode: '597012345678',
      apiKey: KEYS.WEBPAY_API_KEY,
    }
    expect(read(PRODUCTION)).toMatchObject({ payments: 'webpay', webpay })
    expect(read({ ...PRODUCTION, PAYMENTS: 'simulator' })).toMatchObject({ payments: 'simulator', webpay })
  })

  it.each([
    [{ WEBPAY_ENVIRONMENT: undefined }, 'WEBPAY_ENVIRONMENT must be set with PAYMENTS=webpay'],
    [{ WEBPAY_ENVIRONMENT: 'pruebas' }, 'WEBPAY_ENVIRONMENT must be integration or production'],
    [{ WEBPAY_API_KEY: undefined }, 'go together'],
    [{ WEBPAY_COMMERCE_CODE: undefined }, 'go together'],
    [{ WEBPAY_COMMERCE_CODE: undefined, WEBPAY_API_KEY: undefined }, 'production needs WEBPAY_COMMERCE_CODE'],
    [{ WEBPAY_COMMERCE_CODE: '12345678' }, 'WEBPAY_COMMERCE_CODE must have 12 digits'],
    [{ APP_URL: 'http://alhena.example' }, 'needs an APP_URL with https'],
    [{ APP_URL: undefined }, 'needs an APP_URL with https'],
    [{ WEBPAY_URL: 'http://127.0.0.1:4000' }, 'WEBPAY_URL is for tests'],
  ])('for Webpay, %j stop the start with one line', (change, line) => {
    expect(() => readSettings({ ...PRODUCTION, ...change }, '/srv/alhena')).toThrow(SettingsError)
    expect(() => readSettings({ ...PRODUCTION, ...change }, '/srv/alhena')).toThrow(line)
  })

  it('issue no tax documents by default, and by OpenFactura with a key and an explicit environment', () => {
    expect(read({}).taxDocuments).toBeUndefined()
    const own = {
      TAX_DOCUMENTS: 'openfactura',
      OPENFACTURA_ENVIRONMENT: 'sandbox',
      OPENFACTURA_API_KEY: 'clave-de-prueba',
    }
    expect(read(own).taxDocuments).toEqual({
      provider: 'openfactura',
      apiKey: 'clave-de-prueba',
      environment: 'sandbox',
      url: undefined,
    })
  })

  it('never issue valid documents for payments of a test environment', () => {
    const issuing = {
      TAX_DOCUMENTS: 'openfactura',
      OPENFACTURA_ENVIRONMENT: 'production',
      OPENFACTURA_API_KEY: 'clave-de-prueba',
    }
    const trial = { PAYMENTS: 'webpay', WEBPAY_ENVIRONMENT: 'integration' }
    expect(() => read({ ...issuing, ...trial })).toThrow('use sandbox')
    expect(read({ ...issuing, ...trial, OPENFACTURA_ENVIRONMENT: 'sandbox' }).payments).toBe('webpay')
  })

  it.each([
    [{}, 'OPENFACTURA_ENVIRONMENT must be set'],
    [{ OPENFACTURA_ENVIRONMENT: 'production' }, 'OPENFACTURA_API_KEY (or OPENFACTURA_API_KEY_FILE) must be set'],
    [
      {
        OPENFACTURA_ENVIRONMENT: 'production',
        OPENFACTURA_API_KEY: 'clave-real',
        OPENFACTURA_URL: 'http://127.0.0.1:1',
      },
      'OPENFACTURA_URL is for tests',
    ],
    [{ OPENFACTURA_ENVIRONMENT: 'sandbox', OPENFACTURA_API_KEY: 'con espacio' }, 'without spaces'],
    [{ OPENFACTURA_ENVIRONMENT: 'prueba' }, 'OPENFACTURA_ENVIRONMENT must be sandbox or production'],
  ])('of OpenFactura that are incomplete stop the start: %j', (env, line) => {
    expect(() => read({ TAX_DOCUMENTS: 'openfactura', ...env })).toThrow(line)
  })

  it('allow simulated payments in production when explicitly set', () => {
    expect(read({ DATABASE_URL: 'postgresql://x@db/shop', PAYMENTS: 'simulator' })).toMatchObject({ demo: false })
  })
})
