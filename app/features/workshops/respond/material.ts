import { data } from 'react-router'
import { z } from 'zod'
import { materialName } from '#app/features/catalogue/material-names.ts'
import { answeringActors } from '#app/features/questionnaires/runs/respondent-session.server.ts'
import { findWorkshopVisit } from '#app/features/workshops/find-workshop-visit.server.ts'
import { findMaterial, makeMaterialFile } from '#app/features/workshops/materials.server.ts'
import { workbookAnswer } from '#app/platform/http/attachment.ts'
import { pdfAnswer } from '#app/platform/pdf/pdf-answer.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/material'

/** A material of a workshop as a file, for whoever has access to it. */
export async function loader(args: Route.LoaderArgs) {
  const { db, now, pdf, log } = servicesOf(args.context)
  const accessId = z.uuid().safeParse(args.params.accessId)
  const found = accessId.success
    ? await findWorkshopVisit(db, { actors: answeringActors(args), accessId: accessId.data, now: now() })
    : undefined
  const visit = found?.state === 'open' ? found.visit : undefined
  const material = visit && (await findMaterial(db, visit.workshop, args.params.material))
  if (!material) throw data('Not found', 404)
  const made = await makeMaterialFile({ pdf, now: now() }, visit.workshop, material)
  const name = materialName(material)
  if (material.kind === 'sheet' && made.ok) return workbookAnswer(made.value, name)
  return pdfAnswer(made, {
    name,
    log,
    about: { access: visit.access_id },
    headers: { 'Referrer-Policy': 'no-referrer' },
  })
}
