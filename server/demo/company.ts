import type { InviteForm } from '#app/features/accesses/accesses-schema.server.ts'
import type { CheckoutForm } from '#app/features/payments/checkout/checkout-schema.ts'
import type { RatingForm } from '#app/features/reviews/rate-access.server.ts'

/**
 * The demo's buyer. Addresses end in `.example`, which nobody can own (RFC 2606): a demo configured with a mail server
 * by mistake reaches nobody.
 */
export const DEMO_BUYER = {
  email: 'antonia@losaromos.example',
  /** Public, as is everything in the account. It has no permissions that signing up does not give. */
  password: 'vendimia-de-prueba',
  first_name: 'Antonia',
  last_name: 'Fuentes',
  company: 'Viña Los Aromos SpA',
  phone: '+56 9 8765 4321',
}

/** Antonia's colleagues who share the company's purchases, with their roles. */
export const DEMO_COLLEAGUES = [
  { first_name: 'Marcela', last_name: 'Ibáñez', email: 'marcela@losaromos.example', role: 'coordinator' },
  { first_name: 'Rodrigo', last_name: 'Salas', email: 'rodrigo@losaromos.example', role: 'results' },
] as const

/** A consultant, whose organisation has the client companies below. */
export const DEMO_CONSULTANT = {
  email: 'claudia@puentesur.example',
  password: DEMO_BUYER.password,
  first_name: 'Claudia',
  last_name: 'Sepúlveda',
  company: 'Puente Sur Consultores',
  phone: null,
}

/** The consultant's client companies: what each is assessed with, and how its people answered; undefined: not yet. */
export const DEMO_CLIENT_COMPANIES = [
  {
    name: 'Frigorífico Llanquihue SpA',
    domain: 'llanquihue.example',
    slug: 'agilidad',
    people: [
      { firstName: 'Verónica', lastName: 'Oyarzún', role: 'gerente', area: 'Operaciones', view: 2.4 },
      { firstName: 'Mauricio', lastName: 'Barría', role: 'coordinador', area: 'Calidad', view: 3.1 },
      { firstName: 'Ximena', lastName: 'Alvarado', role: 'analista', area: 'Logística', view: 2.8 },
    ],
  },
  {
    name: 'Clínica Los Tilos',
    domain: 'lostilos.example',
    slug: 'cultura-analitica',
    people: [
      { firstName: 'Patricio', lastName: 'Henríquez', role: 'director', area: 'Dirección médica', view: undefined },
      { firstName: 'Loreto', lastName: 'Navarrete', role: 'analista', area: 'Control de gestión', view: undefined },
    ],
  },
] as const

/** A demo client who bought for themselves. */
export const DEMO_CLIENT = {
  email: 'tomas@correo.example',
  password: DEMO_BUYER.password,
  first_name: 'Tomás',
  last_name: 'Vera',
  company: null,
  phone: null,
}

export const INVOICED: CheckoutForm = {
  billing: {
    document: 'factura',
    rut: '76543210-3',
    name: 'Viña Los Aromos SpA',
    activity: 'Elaboración de vinos',
    address: 'Camino a San Clemente 1450',
    commune: 'Talca',
  },
  companyName: DEMO_BUYER.company,
  companyUrl: null,
}

export const RECEIPTED: CheckoutForm = { billing: { document: 'boleta' }, companyName: null, companyUrl: null }

export type DemoInvitee = Pick<InviteForm, 'firstName' | 'lastName' | 'email' | 'role' | 'area'>

export type DemoPerson = DemoInvitee & {
  /** How the person rates the company, from 1 to 5. */
  view: number
  /** Days before the shop's first start on which they answered. */
  began: number
  words?: Readonly<Record<string, string>>
  rating?: RatingForm
}

/** Days before the first start. */
export const DEMO_DAYS = {
  firstMaturity: 389,
  secondMaturity: 207,
  maturity: 24,
  dashboards: 16,
  pilot: 12,
  clients: 10,
  safety: 9,
  generative: 6,
  self: 5,
  lessons: 4,
  customers: 2,
  quotation: 1,
} as const

/** The earlier assessments of data governance, the oldest first, by how much lower those people saw the company then on average. */
export const DEMO_EARLIER = [
  { days: DEMO_DAYS.firstMaturity, lower: 0.9, worked: false },
  { days: DEMO_DAYS.secondMaturity, lower: 0.5, worked: true },
] as const

/** The colleagues that Antonia invited to the data-governance assessment. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  {
    firstName: 'Marcela',
    lastName: 'Ibáñez',
    email: 'marcela@losaromos.example',
    role: 'gerente',
    area: 'Operaciones',
    view: 2.6,
    began: 22,
    words: {
      governance_challenges: 'Cada planta lleva su propia lista de proveedores y nadie decide cuál vale.',
      governance_opportunities: 'Nombrar responsables de los datos de proveedores y de productos.',
    },
    rating: {
      rating: 5,
      comment: 'Las preguntas nos obligaron a ponernos de acuerdo. El informe es claro.',
      show_name: true,
    },
  },
  {
    firstName: 'Rodrigo',
    lastName: 'Salas',
    email: 'rodrigo@losaromos.example',
    role: 'especialista',
    area: 'Tecnología',
    view: 3.3,
    began: 21,
    words: {
      governance_challenges: 'El respaldo de la gerencia llega tarde, cuando el problema ya está en los reportes.',
    },
    rating: { rating: 4, comment: 'Buena forma de ver en qué área partir. Tomó media hora.', show_name: true },
  },
  {
    firstName: 'Paula',
    lastName: 'Contreras',
    email: 'paula@losaromos.example',
    role: 'analista',
    area: 'Finanzas',
    view: 2.9,
    began: 19,
    words: { governance_opportunities: 'Un solo catálogo de indicadores, con el cálculo escrito.' },
    rating: { rating: 5, comment: '', show_name: false },
  },
  {
    firstName: 'Cristóbal',
    lastName: 'Reyes',
    email: 'cristobal@losaromos.example',
    role: 'coordinador',
    area: 'Comercial',
    view: 2.1,
    began: 15,
    rating: { rating: 4, comment: 'Me habría gustado ver ejemplos de exportación.', show_name: false },
  },
  {
    firstName: 'Daniela',
    lastName: 'Muñoz',
    email: 'daniela@losaromos.example',
    role: 'analista',
    area: 'Tecnología',
    view: 3.7,
    began: 11,
  },
  {
    firstName: 'Ignacio',
    lastName: 'Lagos',
    email: 'ignacio@losaromos.example',
    role: 'director',
    area: 'Operaciones',
    view: 2.4,
    began: 3,
  },
  {
    firstName: 'Fernanda',
    lastName: 'Pizarro',
    email: 'fernanda@losaromos.example',
    role: 'consultor',
    area: 'Finanzas',
    view: 3,
    began: 1,
  },
]
