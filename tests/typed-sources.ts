import { join } from 'node:path'
import type { SourceFile } from 'typescript/unstable/ast'
import { API, type Checker, type Type } from 'typescript/unstable/sync'

/** The types of which a value may be one. */
export const partsOf = (type: Type | undefined): readonly Type[] =>
  type === undefined ? [] : type.isUnionType() ? type.getTypes().flatMap(partsOf) : [type]

/**
 * What a check finds in some files, with the compiler's types.
 * @param files their paths from the project's root; each belongs to its tsconfig.json.
 * @throws Error for a file that doesn't.
 */
export function checkSources<Found>(
  files: readonly string[],
  root: string,
  problemsOf: (source: SourceFile, file: string, checker: Checker) => readonly Found[],
): Found[] {
  const api = new API({ cwd: root })
  try {
    const project = api.updateSnapshot({ openProject: join(root, 'tsconfig.json') }).getProjects()[0]
    if (!project) throw new Error('tsconfig.json names no project')
    return files.flatMap(file => {
      const source = project.program.getSourceFile(join(root, file))
      if (!source) throw new Error(`${file} is not part of the project`)
      return problemsOf(source, file, project.checker)
    })
  } finally {
    api.close()
  }
}
