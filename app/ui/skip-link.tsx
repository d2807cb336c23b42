/** First thing in the body: jumps over the header. The target (`<main id>`) carries `tabIndex={-1}`. */
export function SkipLink({ target = 'contenido' }: { target?: string | undefined }) {
  return (
    <a
      href={`#${target}`}
      className="fixed top-3 left-3 z-50 -translate-y-24 rounded-md bg-ink px-5 py-3 text-md font-medium text-paper focus:translate-y-0 print:hidden"
    >
      Saltar al contenido
    </a>
  )
}
