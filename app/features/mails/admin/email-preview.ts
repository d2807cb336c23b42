import { data, redirect } from 'react-router'
import { readMailForm } from '#app/features/texts/mail-form.ts'
import { type MailPreview, makePreview } from '#app/features/texts/mail-preview.server.ts'
import { readForm } from '#app/kit/forms/answer-form.server.ts'
import { contentEditor } from '#app/layouts/admin/content-editor.server.ts'
import { documentProblems } from '#app/mails/mail-problems.ts'
import { rulesOf } from '#app/mails/mail-rules.ts'
import { isEditedKey } from '#app/mails/mails.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/email-preview'

/** The preview of what is typed, or what is wrong with it. */
export type PreviewAnswer = { preview: MailPreview } | { errors: Record<string, string> }

/** Whoever opens the address gets the editor. */
export async function loader(args: Route.LoaderArgs) {
  await contentEditor(args)
  return redirect(
    isEditedKey(args.params.template) ? `/admin/content/emails/${args.params.template}` : '/admin/content/emails',
  )
}

/** Answers the editor of a mail while somebody types. */
export async function action(args: Route.ActionArgs) {
  const editor = await contentEditor(args)
  const services = servicesOf(args.context)
  const { template: key } = args.params
  if (!isEditedKey(key)) throw data('Not found', 404)
  const form = await readForm(args.request)
  const rules = rulesOf(key)
  const typed = readMailForm(form, rules.fields)
  // A block that was just added.
  const document = { ...typed, blocks: typed.blocks.filter(({ text }) => text !== '') }
  const errors = documentProblems(rules, document)
  // An unfinished text is no failure of the request.
  if (Object.keys(errors).length > 0) return Response.json({ errors } satisfies PreviewAnswer)
  const input = { editor, key, document, reader: form.lector ?? '', appUrl: services.settings.appUrl }
  return Response.json({ preview: await makePreview(services, input) } satisfies PreviewAnswer)
}
