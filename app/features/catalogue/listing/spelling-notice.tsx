/** Says that a list shows `meant` instead of the typed text. */
const SpellingNotice = ({ typed, meant }: { typed: string; meant: string }) => (
  <p role="status" className="mb-5 rounded-md bg-copper-soft px-4 py-3 text-md">
    Mostrando resultados para <strong className="font-semibold">«{meant}»</strong>. No encontramos nada para «{typed}».
  </p>
)

export default SpellingNotice
