import { data } from 'react-router'
import { findDraft } from '#app/features/questionnaires/drafts/drafts.db.server.ts'
import {
  findNewestQuestionnaire,
  findQuestionnaire,
} from '#app/features/questionnaires/published-questionnaires.server.ts'
import { clampSection, closedQuestionsOf, isAboutData } from '#app/features/questionnaires/questionnaire.ts'
import { withAnnouncedMinutes } from '#app/features/questionnaires/reading-time.ts'
import type { RespondentStage } from '#app/features/questionnaires/stage.ts'
import { addDays, formatLongDate } from '#app/kernel/dates.ts'
import { contentEditor, questionnaireIdOf } from '#app/layouts/admin/content-editor.server.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import { legalDocument } from '#app/platform/legal/legal.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/preview'
import { PreviewScreens } from './preview-screens.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Prueba: ${loaderData?.questionnaire.title || 'cuestionario'} · Alhena` },
]

const SAMPLE = {
  full_name: 'Pedro Soto',
  corporate_email: 'pedro.soto@example.cl',
  position: 'Analista de datos',
  organizational_unit: 'Finanzas',
  data_role: 'Uso los datos de ventas cada semana.',
  company_name: 'Empresa de Prueba',
  invitation_code: 'AC-23456789',
}

/** A version or draft to be answered as a test. It reads texts only: there is no access, no run, nothing to store. */
export async function loader(args: Route.LoaderArgs) {
  const editor = await contentEditor(args)
  const { db } = servicesOf(args.context)
  const id = questionnaireIdOf(args.params)
  const requested = args.url.searchParams.get('version')
  const content =
    requested === 'borrador'
      ? (await readAs(db, editor, tx => findDraft(tx, id)))?.content
      : requested !== null && /^[1-9]\d{0,5}$/.test(requested)
        ? await findQuestionnaire(db, id, Number(requested))
        : await findNewestQuestionnaire(db, id)
  if (!content) throw data('Not found', 404)
  const section = Number(args.url.searchParams.get('seccion') ?? '0')
  const { version, title, templateNotice, summary, sections } = legalDocument('privacy_respondents')
  const respondent: RespondentStage = {
    stage: 'respondent',
    accessId: '',
    values: SAMPLE,
    questionnaire: {
      title: content.title,
      intro: content.intro,
      legalNote: content.legalNote,
      minutes: withAnnouncedMinutes(content).estimatedMinutes,
      sections: content.sections.length,
      questions: closedQuestionsOf(content).length,
      aboutData: isAboutData(content.id),
    },
    deadline: formatLongDate(addDays(servicesOf(args.context).now(), 180)),
    audience: {
      kind: 'buyer',
      name: 'Ana Rojas',
      company: 'Empresa de Prueba',
      organisation: undefined,
      confidential: false,
    },
    promised: 'nominative',
    notice: { version, title, templateNotice, summary, sections },
  }
  return {
    id,
    name: requested === 'borrador' ? 'borrador' : `versión ${content.version}`,
    back:
      requested === 'borrador' ? `/admin/content/questionnaires/${id}/draft` : `/admin/content/questionnaires/${id}`,
    questionnaire: content,
    respondent,
    section: Number.isInteger(section) && section > 0 ? clampSection(content, section) : 0,
  }
}

export default function AdminPreview({ loaderData }: Route.ComponentProps) {
  return <PreviewScreens {...loaderData} />
}
