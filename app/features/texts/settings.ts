import type { SettingKey } from './settings.schema.ts'

/** Settings that redirect money, which can only be changed with the password. */
export const asksPassword = (key: SettingKey): boolean => key === 'transfer'
