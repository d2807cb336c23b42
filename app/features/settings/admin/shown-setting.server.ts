import { SETTING_FIELDS, type SettingKey } from '#app/features/texts/settings-schema.server.ts'
import type { StoredText } from '#app/features/texts/texts.server.ts'
import { readSigner, SHOP, sellerSetting } from '#app/platform/mail/shop.ts'
import { readTransferAccount } from '#app/platform/mail/transfer-account.ts'
import { readTaxSettings } from '#app/platform/tax-documents/issuer.ts'
import { readAlertEmail } from '#app/platform/texts/alert-settings.ts'
import { readLawDays } from '#app/platform/texts/law-dates.ts'
import { readPrivacySettings } from '#app/platform/texts/privacy-settings.ts'
import { readNotice, readSaleSettings } from '#app/platform/texts/sale-settings.ts'
import type { ShownSetting } from './setting-form.tsx'

/** The current values by field, as typed; those of the release when the stored row is invalid. */
function readValues(key: SettingKey, content: unknown): Record<string, string> {
  switch (key) {
    case 'seller':
      return sellerSetting.safeParse(content).data ?? sellerSetting.parse(SHOP)
    case 'sales': {
      const { vatText, accessDays, reminderDays, quotationDays } = readSaleSettings(content)
      return {
        vat_text: vatText,
        access_days: String(accessDays),
        reminder_days: reminderDays === null ? '' : String(reminderDays),
        quotation_days: String(quotationDays),
      }
    }
    case 'privacy':
      return { retention_months: String(readPrivacySettings(content).retentionMonths) }
    case 'laws':
      return readLawDays(content)
    case 'transfer':
      return readTransferAccount(content) ?? {}
    case 'certificates':
      return readSigner(content) ?? {}
    case 'tax':
      return readTaxSettings(content)
    case 'alerts':
      return { email: readAlertEmail(content) ?? '' }
    case 'notice':
      return { text: readNotice(content) ?? '' }
  }
}

/** A setting as its form shows it. */
export function shownSetting(key: SettingKey, stored: StoredText | undefined): ShownSetting {
  const values = readValues(key, stored?.content)
  return {
    key,
    fields: SETTING_FIELDS[key].map(field => ({ ...field, value: values[field.name] ?? field.original })),
    seen: stored?.revision ?? 0,
    changed: stored && { at: stored.updatedAt, by: stored.updatedBy },
  }
}
