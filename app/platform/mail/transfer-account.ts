import { z } from 'zod'
import { isEmail } from '#app/kernel/email.ts'
import { madeOfTexts } from '#app/platform/texts/live-texts.ts'
import { shop } from './shop.ts'

/** How long the fields of the account are, in characters. */
export const ACCOUNT_LIMITS = { bank: 60, accountType: 40, accountNumber: 30 } as const

const stored = z.object({
  bank: z.string().trim().min(1).max(ACCOUNT_LIMITS.bank),
  account_type: z.string().trim().min(1).max(ACCOUNT_LIMITS.accountType),
  account_number: z.string().trim().min(1).max(ACCOUNT_LIMITS.accountNumber),
  /** Empty: the seller's. */
  email: z.string().refine(isEmail).or(z.literal('')).catch('').default(''),
})

/** The account from its setting; undefined when none was set or it is invalid. */
export function readTransferAccount(content: unknown): z.infer<typeof stored> | undefined {
  const account = stored.safeParse(content)
  return account.success ? account.data : undefined
}

/** Where buyers transfer to: the account in the seller's name, and the address to notify. */
export type TransferAccount = {
  bank: string
  accountType: string
  accountNumber: string
  holder: string
  rut: string
  email: string
}

const account = madeOfTexts(({ settings }) => readTransferAccount(settings.get('transfer')))

/** The account as it is now; undefined while none is set: buyers ask for it then. */
export function transferAccount(): TransferAccount | undefined {
  const set = account()
  if (!set) return undefined
  const { razon_social, rut_empresa, correo_soporte } = shop()
  return {
    bank: set.bank,
    accountType: set.account_type,
    accountNumber: set.account_number,
    holder: razon_social,
    rut: rut_empresa,
    email: set.email === '' ? correo_soporte : set.email,
  }
}
