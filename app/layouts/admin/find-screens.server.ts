import { fold } from '#app/features/catalogue/catalogue.ts'
import { permissionAt } from '#app/features/identity/staff/permissions.ts'
import { SETTING_TITLES } from '#app/features/texts/settings.ts'
import { mailTexts } from '#app/mails/live-mails.ts'
import type { MailBlock } from '#app/mails/mail-document.ts'
import type { Sentence } from '#app/mails/mail-text.ts'
import { EDITED_MAILS, isMailTemplate } from '#app/mails/mails.ts'
import type { StaffScope } from '#app/platform/database/values.ts'
import { legalDocument } from '#app/platform/legal/legal.ts'
import { LEGAL_PAGES } from '#app/platform/legal/legal-pages.ts'
import { LEGAL_KEYS } from '#app/platform/legal/legal-schema.ts'

type Screen = { title: string; detail: string; to: string; words: string }

const SCREENS: readonly Screen[] = [
  ['Dashboard', 'Inicio, indicadores', '/admin'],
  ['Reportes', 'Libro de ventas, PDF, Excel', '/admin/reports'],
  ['Catálogo', 'Assessments y talleres', '/admin/catalog'],
  ['Categorías', 'Catálogo', '/admin/catalog/categories'],
  ['Opiniones', 'Catálogo, moderación', '/admin/reviews'],
  ['Órdenes', 'Compras y pagos', '/admin/orders'],
  ['Cotizaciones', 'Órdenes', '/admin/orders/quotations'],
  ['Libro', 'Órdenes, finanzas, contabilidad', '/admin/finance'],
  ['Transferencias', 'Órdenes, finanzas, cartolas', '/admin/finance/transfers'],
  ['Contracargos', 'Órdenes, finanzas, reclamos de bancos', '/admin/finance/chargebacks'],
  ['Documentos tributarios', 'Órdenes, finanzas, boletas y facturas', '/admin/finance/tax-documents'],
  ['Conciliación', 'Órdenes, finanzas, reportes de Transbank', '/admin/finance/reconciliation'],
  ['Accesos', 'Invitaciones y personas', '/admin/access'],
  ['Importar accesos', 'Accesos, planilla', '/admin/access/import'],
  ['¿Por qué no puede entrar?', 'Accesos, soporte', '/admin/access/support'],
  ['Sesiones de talleres', 'Accesos, asistencia', '/admin/access/sessions'],
  ['Analítica', 'Embudo, visitas', '/admin/analytics'],
  ['Cuestionarios', 'Contenidos', '/admin/content'],
  ['Textos', 'Contenidos', '/admin/content/texts'],
  ['Correos', 'Contenidos', '/admin/content/emails'],
  ['Textos legales', 'Contenidos', '/admin/content/legal'],
  ['Clientes', 'Personas', '/admin/clients'],
  ['Empresas', 'Clientes', '/admin/clients/companies'],
  ['Descuentos', 'Códigos', '/admin/discounts'],
  ['Simulador', 'Descuentos', '/admin/discounts/simulator'],
  ['Configuración', 'Tienda, condiciones', '/admin/settings'],
  ...Object.entries(SETTING_TITLES).map(([key, title]) => [title, 'Configuración', `/admin/settings/${key}`]),
  ['Servicios', 'Configuración, pagos, correo', '/admin/settings/services'],
  ['Tareas', 'Configuración, trabajos, colas, fallas', '/admin/settings/jobs'],
  ['Equipo', 'Configuración, administradores, invitar', '/admin/settings/team'],
  ['Seguridad de tu cuenta', 'Llaves de acceso, códigos, segundo paso', '/admin/security'],
  ['Webhooks', 'Integraciones', '/admin/integrations'],
  ['Claves de API', 'Integraciones', '/admin/integrations/keys'],
  ['Documentación de la API', 'Integraciones', '/admin/integrations/docs'],
  ['Auditoría', 'Registro de cambios', '/admin/audit'],
  ['Solicitudes de datos', 'Datos personales, derechos, plazos', '/admin/privacy'],
  ['Registro de tratamientos', 'Datos personales', '/admin/privacy/processing'],
  ['Registro de brechas', 'Datos personales, vulneraciones', '/admin/privacy/breaches'],
].map(([title = '', detail = '', to = '']) => ({ title, detail, to, words: `${title} ${detail}` }))

const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')

/**
 * Screens, mails and legal texts of the back office whose words start with every typed one; a mail is found by the words
 * that it is sent with. They are few and in memory. Only those that the scope opens.
 */
export function findScreens(search: string, max: number, scope: StaffScope): Omit<Screen, 'words'>[] {
  const typed = wordsOf(search)
  if (typed.length === 0) return []
  const matches = ({ words }: Screen) => {
    const known = wordsOf(words)
    return typed.every(word => known.some(candidate => candidate.startsWith(word)))
  }
  return [...SCREENS, ...mailScreens(), ...legalScreens()]
    .filter(screen => matches(screen) && permissionAt(scope, screen.to) !== 'none')
    .slice(0, max)
    .map(({ title, detail, to }) => ({ title, detail, to }))
}

const mailScreens = (): Screen[] =>
  Object.entries(EDITED_MAILS).map(([key, { name, when }]) => {
    const texts = isMailTemplate(key)
      ? sentencesOf(mailTexts(key))
          .flat()
          .map(({ text }) => text)
      : []
    return {
      title: `Correo: ${name}`,
      detail: when,
      to: `/admin/content/emails/${key}`,
      words: ['correo', name, when, ...texts].join(' '),
    }
  })

const sentencesOf = ({ subject, preheader, body }: ReturnType<typeof mailTexts>): Sentence[] => [
  subject,
  preheader,
  ...body.flatMap(sentencesOfBlock),
]

function sentencesOfBlock(block: MailBlock): readonly Sentence[] {
  switch (block.kind) {
    case 'list':
      return block.items
    case 'details':
      return block.rows.map(({ value }) => value)
    default:
      return [block.text]
  }
}

const legalScreens = (): Screen[] =>
  LEGAL_KEYS.map(key => {
    const { title } = legalDocument(key)
    return {
      title,
      detail: 'Texto legal',
      to: `/admin/content/legal/${LEGAL_PAGES[key]}`,
      words: `texto legal ${title}`,
    }
  })
