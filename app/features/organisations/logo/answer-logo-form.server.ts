import { data, redirect } from 'react-router'
import { z } from 'zod'
import { organisationPath } from '#app/features/organisations/organisations.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { answerRefusals, textsOf } from '#app/kit/forms/answer-form.server.ts'
import { MAX_LOGO_BYTES } from '#app/platform/pictures/logo-limits.ts'
import { type LogoPicture, MAKE_LOGO, type read } from '#app/platform/pictures/make-logo.server.ts'
import type { Services } from '#app/platform/services/services.server.ts'
import type { UploadReader } from '#app/platform/uploads/upload-reader.server.ts'
import { selectedFile } from '#app/platform/uploads/upload-texts.ts'
import { LOGO_PROBLEMS } from './logo-texts.ts'
import { removeLogo, saveLogo } from './manage-logo.server.ts'

const logoForm = z.object({ intent: z.enum(['logo', 'remove-logo']), organisation: z.uuid() })

/** Whether a form of the organisation's screen is one of its logo. */
export const isLogoForm = (form: FormData): boolean => ['logo', 'remove-logo'].includes(String(form.get('intent')))

/** Stores the picture that was sent, or takes the logo away, and leads back to the organisation. */
export function answerLogoForm(services: Pick<Services, 'db' | 'uploads' | 'now'>, userId: string, form: FormData) {
  const parsed = logoForm.safeParse(textsOf(form))
  if (!parsed.success) throw data('Bad request', 400)
  const { intent, organisation: organisationId } = parsed.data
  return answerRefusals(
    async () => {
      const input = { userId, organisationId, now: services.now() }
      if (intent === 'remove-logo') await removeLogo(services.db, input)
      else await saveLogo(services.db, await readPicture(services.uploads, form, userId), input)
      return redirect(`${organisationPath()}?${new URLSearchParams({ de: organisationId, listo: intent })}`)
    },
    { intent, values: {} as Record<string, string> },
  )
}

/** The logo in an uploaded picture. @throws Refusal */
async function readPicture(uploads: UploadReader, form: FormData, owner: string): Promise<LogoPicture> {
  const refused = (text: string) => refuse(text, { field: 'file' })
  const file = selectedFile(form.get('file'))
  if (!file) return refused('Elige una imagen')
  if (file.size > MAX_LOGO_BYTES) return refused(LOGO_PROBLEMS.too_large)
  const made = await uploads.read<typeof read>(MAKE_LOGO, new Uint8Array(await file.arrayBuffer()), owner)
  return made.ok ? { ...made.value, png: Buffer.from(made.value.png) } : refused(LOGO_PROBLEMS[made.error.code])
}
