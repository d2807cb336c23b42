import { emailName } from '#server/demo/email-name.ts'

/** Somebody who bought in the demo's last weeks; without a password, so that nobody logs in. */
export type PastBuyer = { first: string; last: string; email: string; company?: PastCompany }

/** Its RUT is above those that exist. */
export type PastCompany = { name: string; rut: string; activity: string; address: string; commune: string }

const company = (name: string, rut: string, activity: string, address: string, commune: string): PastCompany => ({
  name,
  rut,
  activity,
  address,
  commune,
})

/** People who bought for their companies. Addresses end in `.example`, which nobody can own (RFC 2606). */
export const COMPANY_BUYERS: readonly PastBuyer[] = [
  {
    first: 'Carolina',
    last: 'Aguirre',
    email: 'carolina@maderasdelbiobio.example',
    company: company('Maderas del Biobío SpA', '99990001-1', 'Aserradero', 'Ruta 160 km 12', 'Coronel'),
  },
  {
    first: 'Felipe',
    last: 'Donoso',
    email: 'felipe@transportesaltiplano.example',
    company: company(
      'Transportes Altiplano Ltda.',
      '99990002-K',
      'Transporte de carga',
      'Av. Argentina 2210',
      'Iquique',
    ),
  },
  {
    first: 'Javiera',
    last: 'Cifuentes',
    email: 'javiera@seguroscordillera.example',
    company: company('Seguros Cordillera S.A.', '99990003-8', 'Seguros generales', 'Apoquindo 4501', 'Las Condes'),
  },
  {
    first: 'Andrés',
    last: 'Mardones',
    email: 'andres@salmonesaysen.example',
    company: company('Salmones de Aysén S.A.', '99990004-6', 'Acuicultura', 'Costanera 320', 'Puerto Aysén'),
  },
  {
    first: 'Constanza',
    last: 'Rivas',
    email: 'constanza@colegiolosalerces.example',
    company: company('Colegio Los Alerces', '99990005-4', 'Enseñanza', 'Los Alerces 880', 'Valdivia'),
  },
  {
    first: 'Gonzalo',
    last: 'Pino',
    email: 'gonzalo@minerapampa.example',
    company: company('Servicios Mineros Pampa SpA', '99990006-2', 'Servicios mineros', 'Av. Balmaceda 1750', 'Calama'),
  },
  {
    first: 'Daniela',
    last: 'Troncoso',
    email: 'daniela@retaildelsur.example',
    company: company('Retail del Sur SpA', '99990007-0', 'Comercio', 'O’Higgins 645', 'Concepción'),
  },
  {
    first: 'Matías',
    last: 'Leiva',
    email: 'matias@laboratoriovidal.example',
    company: company('Laboratorio Vidal SpA', '99990008-9', 'Laboratorio clínico', 'Libertad 1120', 'Viña del Mar'),
  },
]

/** People who bought for themselves. */
export const PRIVATE_BUYERS: readonly PastBuyer[] = [
  ['Camila', 'Espinoza'],
  ['Sebastián', 'Araya'],
  ['Francisca', 'Molina'],
  ['Nicolás', 'Godoy'],
  ['Valentina', 'Riquelme'],
  ['Diego', 'Sandoval'],
  ['Isidora', 'Cárdenas'],
  ['Benjamín', 'Olivares'],
  ['Catalina', 'Vergara'],
  ['Joaquín', 'Tapia'],
  ['Antonella', 'Bravo'],
  ['Vicente', 'Poblete'],
  ['Macarena', 'Yáñez'],
  ['Cristián', 'Farías'],
  ['Pilar', 'Escobar'],
  ['Rodolfo', 'Saavedra'],
  ['Tamara', 'Villalobos'],
  ['Esteban', 'Carrasco'],
].map(([first = '', last = '']) => ({ first, last, email: `${emailName(first)}.${emailName(last)}@correo.example` }))
