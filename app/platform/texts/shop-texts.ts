import { z } from 'zod'
import { madeOfTexts } from './live-texts.ts'

/** The storefront's editable texts with their defaults and maximum lengths (characters). */
export const SHOP_TEXT_FIELDS = [
  { name: 'hero_title', part: 'Portada', label: 'Título', max: 60, text: 'Mide dónde estás. Decide qué sigue.' },
  {
    name: 'hero_text',
    part: 'Portada',
    label: 'Bajada',
    max: 220,
    text: 'Assessments y talleres para personas y organizaciones: respondes en minutos y recibes tu nivel por área, con pasos concretos.',
  },
  // The band is the specification's (spec D38) until somebody changes it.
  { name: 'figure_1_value', part: 'Banda de cifras', label: 'Cifra 1', max: 8, text: '15+' },
  {
    name: 'figure_1_label',
    part: 'Banda de cifras',
    label: 'Qué cuenta la cifra 1',
    max: 40,
    text: 'assessments disponibles',
  },
  { name: 'figure_2_value', part: 'Banda de cifras', label: 'Cifra 2', max: 8, text: '5000+' },
  {
    name: 'figure_2_label',
    part: 'Banda de cifras',
    label: 'Qué cuenta la cifra 2',
    max: 40,
    text: 'evaluaciones completadas',
  },
  { name: 'figure_3_value', part: 'Banda de cifras', label: 'Cifra 3', max: 8, text: '98%' },
  {
    name: 'figure_3_label',
    part: 'Banda de cifras',
    label: 'Qué cuenta la cifra 3',
    max: 40,
    text: 'satisfacción de clientes',
  },
  {
    name: 'footer_text',
    part: 'Pie de página',
    label: 'Bajo el logo',
    max: 140,
    text: 'Assessments y talleres para personas y organizaciones de Chile.',
  },
  {
    name: 'home_title',
    part: 'Buscadores y redes',
    label: 'Título de la portada',
    max: 70,
    text: 'Assessments y talleres para personas y equipos',
  },
  {
    name: 'home_description',
    part: 'Buscadores y redes',
    label: 'Descripción de la portada',
    max: 200,
    text: 'Evalúa la madurez de tu organización y las habilidades de tu equipo: assessments y talleres en español, con precios en pesos chilenos.',
  },
] as const

export type ShopTextName = (typeof SHOP_TEXT_FIELDS)[number]['name']
export type ShopTexts = Record<ShopTextName, string>

const stored = z.record(z.string(), z.string())
const whole = z.record(z.enum(SHOP_TEXT_FIELDS.map(({ name }) => name)), z.string())

/** The storefront's texts: the overrides of a stored row, and the release's otherwise. */
export function readShopTexts(content: unknown): ShopTexts {
  const parsed = stored.safeParse(content)
  const changed = parsed.success ? parsed.data : {}
  const texts = SHOP_TEXT_FIELDS.map(({ name, text, max }) => {
    const own = changed[name]
    return [name, own !== undefined && own.trim() !== '' && own.length <= max ? own : text]
  })
  return whole.parse(Object.fromEntries(texts))
}

/** The storefront's texts as visitors read them now. */
export const shopTexts = madeOfTexts(({ shop }) => readShopTexts(shop))
