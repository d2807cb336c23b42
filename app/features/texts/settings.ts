import type { SettingKey } from './settings-schema.server.ts'

/** Settings that decide where money goes or what everybody reads: whoever changes them confirms who it is (ADR 0061). */
export const asksReauthentication = (key: SettingKey): boolean => key === 'transfer' || key === 'notice'

/** What the forms of the settings are called. */
export const SETTING_TITLES: Readonly<Record<SettingKey, string>> = {
  seller: 'Quién vende',
  transfer: 'Cuenta para transferencias',
  sales: 'Ventas y plazos',
  privacy: 'Conservación de datos',
  laws: 'Fechas de leyes',
  tax: 'Boletas y facturas',
  certificates: 'Firma de los certificados',
  alerts: 'Alertas',
  notice: 'Aviso en la tienda',
}

/** The title of a setting by the key of its row. */
export const settingTitle = (key: string): string =>
  Object.entries(SETTING_TITLES).find(([known]) => known === key)?.[1] ?? key
