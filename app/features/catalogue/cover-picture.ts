import { COVER_HEIGHT, COVER_WIDTH, coverArt } from './cover.ts'

/** The colours that a drawing is mixed with, as in app.css: a picture of its own knows no variables of the page. */
const THEMES = {
  light: { ink: '#10233a', surface: '#ffffff' },
  dark: { ink: '#efeae1', surface: '#142334' },
} as const

/**
 * The drawn cover of a product as an SVG picture that follows the light and the dark theme; under 4 kB. Numbers and known colours
 * only: nothing of the two slugs is written into it.
 */
export function coverPicture(slug: string, categorySlug: string): string {
  const { hue, soft, mid, full, strokes } = coverArt(slug, categorySlug)
  const rule = ({ ink, surface }: (typeof THEMES)['light' | 'dark']) =>
    `svg{color:color-mix(in oklab,${hue} 86%,${ink});background:color-mix(in oklab,${hue} 10%,${surface})}`
  const paint = strokes
    ? 'fill="none" stroke="currentColor" stroke-linecap="round"'
    : 'fill="currentColor" fill-rule="evenodd"'
  const width = (layer: 0 | 1 | 2) => (strokes ? ` stroke-width="${strokes[layer]}"` : '')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${COVER_WIDTH} ${COVER_HEIGHT}" width="${COVER_WIDTH * 2}" height="${COVER_HEIGHT * 2}" ${paint}>` +
    `<style>${rule(THEMES.light)}@media(prefers-color-scheme:dark){${rule(THEMES.dark)}}</style>` +
    `<path d="${soft}" opacity=".18"${width(0)}/><path d="${mid}" opacity=".42"${width(1)}/><path d="${full}"${width(2)}/></svg>`
  )
}
