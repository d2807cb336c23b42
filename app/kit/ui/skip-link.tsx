/** First thing in the body: jumps over the header. The target (`<main id>`) carries `tabIndex={-1}`. */
export function SkipLink({ target = 'contenido' }: { target?: string | undefined }) {
  return (
    <a href={`#${target}`} className="skip-link">
      Saltar al contenido
    </a>
  )
}
