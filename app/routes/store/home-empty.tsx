import NothingFound, { type NothingFoundProps } from '#app/features/catalogue/listing/nothing-found.tsx'

/** The home page's list without products. A module of its own: each first visit would load it otherwise. */
export default function HomeEmpty(found: NothingFoundProps) {
  return <NothingFound {...found} />
}
