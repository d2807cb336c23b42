import { REQUEST_KINDS, REQUEST_STATUSES } from '#app/features/data-requests/data-requests.ts'
import { AGES } from '#app/features/questionnaires/respondent.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { formatInteger, formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import type { DocumentSeller } from '#app/platform/mail/shop.ts'
import { type PdfDocument, type PdfFact, presentFacts } from '#app/platform/pdf/pdf-document.ts'
import type { WordedAnswer } from './personal-data.server.ts'
import {
  formatStoredTime,
  type PersonalData,
  PLAN_READERS,
  planActionText,
  readersText,
  type SubjectAccess,
  stateText,
} from './personal-data.ts'

type Section = {
  title: string
  note: string | null
  facts: readonly PdfFact[]
  answers: readonly { question: string; answer: string }[]
}

/** What `documents/personal-data.typ` lays out. */
type PersonalDataContent = {
  letterhead: readonly string[]
  name: string
  facts: readonly PdfFact[]
  sections: readonly Section[]
}

type Made = {
  data: PersonalData
  /** By the id of the access. */
  answers: ReadonlyMap<string, readonly WordedAnswer[]>
  /** The Spanish names of actions of the audit log and of mails. */
  actionText: (action: string) => string
  mailText: (template: string) => string
  seller: DocumentSeller
  brand: string
  now: Date
}

/** What is kept about somebody, to read on paper: the same as the file for machines. */
export function personalDataDocument(made: Made): PdfDocument<PersonalDataContent> {
  const { data, seller, brand, now } = made
  return {
    template: 'personal-data',
    title: `Datos personales de ${data.email}`,
    subject: 'Copia de los datos personales que se conservan (Ley 19.628, artículos 5 y 9)',
    brand,
    author: seller.razon_social,
    footer: `${seller.razon_social} · Datos personales`,
    createdAt: now,
    content: {
      letterhead: [seller.razon_social, `RUT ${seller.rut_empresa}`, seller.direccion, seller.correo_soporte],
      name: data.email,
      facts: presentFacts([['Copia del', formatDateTime(now)]]),
      sections: makeSections(made),
    },
  }
}

const facts = (title: string, note: string | null, rows: Parameters<typeof presentFacts>[0]): Section[] => {
  const shown = presentFacts(rows)
  return shown.length === 0 ? [] : [{ title, note, facts: shown, answers: [] }]
}

const makeSections = (made: Made): Section[] => {
  const { account, purchases, quotations, organisations, plan_actions, mails, log, requests, mail_objection } =
    made.data
  return [
    ...facts('Cuenta', null, [
      ['Nombre', account && `${account.first_name} ${account.last_name}`.trim()],
      ['Empresa', account?.company ?? null],
      ['Teléfono', account?.phone ?? null],
      ['Creada', account && formatStoredTime(account.created_at)],
      ['Visitas medidas', account && formatInteger(account.measured_events)],
    ]),
    ...made.data.accesses.map(access => accessSection(access, made.answers.get(access.id) ?? [])),
    ...purchases.flatMap(order =>
      facts(`Compra ${order.order_number}`, null, [
        ['Fecha', formatStoredTime(order.created_at)],
        ['Total', formatPesos(pesos(order.total_clp))],
        ['Documento', order.document_type === 'factura' ? 'Factura' : 'Boleta'],
        ['RUT', order.billing_rut],
        ['Razón social', order.billing_name],
        ['Giro', order.billing_activity],
        ['Dirección', order.billing_address],
        ['Comuna', order.billing_commune],
        ['Empresa', order.company_name],
        ['Sitio web', order.company_url],
        ['Condiciones', `versión ${order.terms_version}, aceptadas el ${formatStoredTime(order.terms_accepted_at)}`],
      ]),
    ),
    ...quotations.flatMap(quotation =>
      facts(`Cotización ${quotation.number}`, null, [
        ['Fecha', formatStoredTime(quotation.issued_at)],
        ['Total', formatPesos(pesos(quotation.total_clp))],
        ['Nombre', quotation.buyer_name],
        ['Teléfono', quotation.buyer_phone],
        ['Empresa', quotation.company_name],
        ['RUT', quotation.company_rut],
        ['Dirección', quotation.company_address],
        ['Referencia', quotation.reference],
      ]),
    ),
    ...facts(
      'Organizaciones',
      null,
      organisations.map(({ name, joined_at }) => [name, `desde el ${formatStoredTime(joined_at)}`] as const),
    ),
    ...facts(
      'Acciones de planes',
      PLAN_READERS,
      plan_actions.map(action => [action.product, planActionText(action)] as const),
    ),
    ...facts('Solicitudes', null, [
      ...requests.map(
        ({ number, kind, status, received_at }) =>
          [
            number,
            `${REQUEST_KINDS[kind]}, ${formatStoredTime(received_at)}: ${REQUEST_STATUSES[status].label}`,
          ] as const,
      ),
      ['Invitaciones', mail_objection ? 'Pediste no recibir invitaciones ni recordatorios' : null],
    ]),
    ...facts(
      'Correos que te enviamos',
      'Los últimos 500.',
      mails.map(
        mail =>
          [formatStoredTime(mail.sent_at ?? mail.created_at), mail.subject ?? made.mailText(mail.template)] as const,
      ),
    ),
    ...facts(
      'Registro de actividad',
      'Lo que se hizo con tus accesos y tu cuenta; las últimas 500 entradas.',
      log.map(({ at, action }) => [formatStoredTime(at), made.actionText(action)] as const),
    ),
  ]
}

const ageText = (declared: string | null): string | null => AGES.find(({ value }) => value === declared)?.label ?? null

const accessSection = (access: SubjectAccess, answers: readonly WordedAnswer[]): Section => ({
  title: access.product,
  note: `Quién puede leerlo: ${readersText(access)}`,
  facts: presentFacts([
    ['Estado', stateText(access)],
    ['Nombre', access.run?.full_name ?? access.invitee_name],
    ['Cargo', access.job_role ?? access.run?.position ?? null],
    ['Área', access.department ?? access.run?.organizational_unit ?? null],
    ['Rol respecto a lo que se evalúa', access.run?.data_role ?? null],
    ['Empresa', access.run?.company_name ?? access.invitee_company],
    ['Invitación', formatStoredTime(access.created_at)],
    ['Comienzo', access.run && formatStoredTime(access.run.start_time)],
    ['Término', access.completed_at && formatStoredTime(access.completed_at)],
    ['Vence', formatStoredTime(access.expires_at)],
    ['Aviso de privacidad', access.run && `versión ${access.run.privacy_notice_version}`],
    ['Edad', access.run && ageText(access.run.age_declaration)],
    ['Valoración', access.review && `${access.review.rating} de 5. ${access.review.comment}`.trim()],
    ['Lecciones hechas', access.lessons_done > 0 ? String(access.lessons_done) : null],
    ['Certificado', access.certificate?.code ?? null],
  ]),
  answers: answers.map(({ question, answer }) => ({ question, answer })),
})
