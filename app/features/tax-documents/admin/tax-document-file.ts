import { z } from 'zod'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { documentFileAnswer, readFormat } from '#app/features/tax-documents/document-file.server.ts'
import { findFile } from '#app/features/tax-documents/staff-documents.server.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/tax-document-file'

/** The PDF or XML of a tax document, for administrators. */
export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const id = z.uuid().safeParse(args.params.documentId).data
  const format = readFormat(args.params.format)
  const file =
    id !== undefined && format !== undefined
      ? await readAs(servicesOf(args.context).db, actorOf(user), tx =>
          findFile(tx, { id, orderNumber: undefined, format }),
        )
      : undefined
  return documentFileAnswer(servicesOf(args.context), file, format)
}
