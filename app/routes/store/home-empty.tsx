import NothingFound, { type NothingFoundProps } from '#app/features/catalogue/listing/nothing-found.tsx'

/**
 * The home page's list without products. A module of its own, because the bundler would put its loading code into every
 * first visit if the page imported, when needed, a module that another page imports always.
 */
export default function HomeEmpty(found: NothingFoundProps) {
  return <NothingFound {...found} />
}
