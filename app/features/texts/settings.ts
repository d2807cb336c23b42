import type { SettingKey } from './settings.schema.ts'

/** Settings that move money elsewhere: whoever changes them gives the own password again. */
export const asksPassword = (key: SettingKey): boolean => key === 'transfer'
