import { z } from 'zod'
import { buyerActor } from '#app/features/identity/session.server.ts'
import { documentFileAnswer, readFormat } from '#app/features/tax-documents/document-file.server.ts'
import { findFile } from '#app/features/tax-documents/staff-documents.server.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/order-document'
import { requireOwnOrder } from './own-order.server.ts'

/** The PDF or XML of a tax document, for whoever may see its order's receipt. */
export async function loader(args: Route.LoaderArgs) {
  const { user, order } = await requireOwnOrder(args)
  const id = z.uuid().safeParse(args.params.documentId).data
  const format = readFormat(args.params.format)
  const file =
    id !== undefined && format !== undefined
      ? await readAs(servicesOf(args.context).db, buyerActor(user), tx =>
          findFile(tx, { id, orderNumber: order.order_number, format }),
        )
      : undefined
  return documentFileAnswer(servicesOf(args.context), file, format)
}
