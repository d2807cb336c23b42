import { describe, expect, it } from 'vitest'
import { readSettings, SettingsError } from './settings.server.ts'

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
      worker: true,
    })
  })

  it('leave the demo company out of a real shop, and of a demo that disables it', () => {
    const own = { DATABASE_URL: 'postgresql://x@db/shop', PAYMENTS: 'simulator' }
    expect(read(own).demoCompany).toBe(false)
    expect(read({ DEMO_COMPANY: '0' })).toMatchObject({ demo: true, demoCompany: false })
  })

  it('treat an empty variable as unset', () => {
    expect(read({ DATABASE_URL: '', SMTP_URL: ' ' }).demo).toBe(true)
  })

  it('use only the origin of the address', () => {
    expect(read({ APP_URL: 'https://alhena.example/tienda/?x=1' }).appUrl).toBe('https://alhena.example')
  })

  it.each([
    [{ PORT: 'tres mil' }, 'PORT must be a number'],
    [{ PORT: '70000' }, 'PORT must be 0 to 65535'],
    [{ APP_URL: 'alhena.cl' }, 'APP_URL must be an http(s) address'],
    [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL must be a postgresql:// address'],
    [{ SMTP_URL: 'http://mail' }, 'SMTP_URL must be an smtp:// or smtps:// address'],
    [{ ADMIN_EMAIL: 'ana@example.cl' }, 'ADMIN_EMAIL and ADMIN_PASSWORD go together'],
    [{ ADMIN_EMAIL: 'ana', ADMIN_PASSWORD: 'secreto' }, 'ADMIN_EMAIL must be an e-mail address'],
    [{ ADMIN_EMAIL: 'ana@example.cl', ADMIN_PASSWORD: 'corta' }, 'ADMIN_PASSWORD must have at least 6 characters'],
    [{ PAYMENTS: 'stripe' }, 'PAYMENTS must be simulator or webpay'],
    [{ DEMO: 'yes' }, 'DEMO must be 0 or 1'],
    [{ DATABASE_URL: 'postgresql://x@db/shop' }, 'PAYMENTS must be set when the shop is not a demo'],
    [{ DEMO: '0' }, 'PAYMENTS must be set when the shop is not a demo'],
  ])('%j stop the start with one line', (env, line) => {
    expect(() => read(env)).toThrow(SettingsError)
    expect(() => read(env)).toThrow(line)
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

  it.each([
    [{}, 'OPENFACTURA_ENVIRONMENT must be set'],
    [
      { OPENFACTURA_ENVIRONMENT: 'production' },
      'OPENFACTURA_API_KEY or a readable OPENFACTURA_API_KEY_FILE must be set',
    ],
    [
      { OPENFACTURA_ENVIRONMENT: 'sandbox', OPENFACTURA_API_KEY_FILE: '/nowhere/key' },
      'a readable OPENFACTURA_API_KEY_FILE',
    ],
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
