import { importsOf, resolveImport } from '@rehearse/contracts/questions/challenge-imports'
import ts from 'typescript'

export interface FileText {
  path: string
  text: string
  /** Comments in it can't switch the type check off. */
  isChecked?: boolean
}

/** Offsets are counted in UTF-16 units from 0, as in CodeMirror; lines from 1. */
export interface Diagnostic {
  path: string
  from: number
  to: number
  line: number
  severity: 'error' | 'warning' | 'info' | 'hint'
  message: string
  /** Of TypeScript: 2322, for example. */
  code: number
}

export interface Completion {
  label: string
  kind:
    | 'class'
    | 'constant'
    | 'enum'
    | 'function'
    | 'interface'
    | 'keyword'
    | 'method'
    | 'namespace'
    | 'property'
    | 'text'
    | 'type'
    | 'variable'
  /** What is inserted, if it isn't the label. */
  insert?: string
  /** The best ones have the lowest texts. */
  sortText: string
}

export interface Completions {
  from: number
  items: Completion[]
}

export interface Hover {
  from: number
  to: number
  /** TypeScript code, such as `const sum: (a: number, b: number) => number`. */
  signature: string
  documentation: string
}

export interface TranspiledFile {
  path: string
  /** CommonJS; the text itself if the file is no script. */
  code: string
  /** A source map as JSON. */
  map: string | null
  /** Whether it awaits something while it loads. */
  isAsync: boolean
  /** Syntax errors. */
  errors: Diagnostic[]
}

/** Declarations by path: of the language, of what replaces a page in a worker, and of pages with React. */
export interface TypeLibraries {
  language: Readonly<Record<string, string>>
  worker: Readonly<Record<string, string>>
  page: Readonly<Record<string, string>>
  /** The path of the declarations of each package. */
  packages: Readonly<Record<string, string>>
}

export type TypeService = ReturnType<typeof createTypeService>

/** Files with JSX, that import what needs a document, or that ask for the types of one. */
export const needsPage = (files: readonly FileText[]): boolean =>
  files.some(
    ({ path, text }) =>
      /\.[jt]sx$/.test(path) ||
      /^\/\/\/ <reference lib="dom" \/>/.test(text) ||
      importsOf(text).some((name) => /^(?:react|@testing-library)/.test(name)),
  )

/**
 * TypeScript's language service over files in memory. It executes nothing. Paths are as in the challenge; positions
 * are offsets.
 */
export function createTypeService(libraries: TypeLibraries, withPage: boolean) {
  const declarations = new Map(
    Object.entries({ ...libraries.language, ...(withPage ? libraries.page : libraries.worker) }),
  )
  const roots = [...declarations.keys()].filter((path) => path.startsWith('/types/'))
  const snapshots = new Map<string, { text: string; version: number; snapshot: ts.IScriptSnapshot }>()
  let version = 0

  const textOf = (path: string) => snapshots.get(path)?.text ?? declarations.get(path)
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => ({
      ...options,
      lib: withPage ? [...languageLib, ...pageLib] : languageLib,
    }),
    getScriptFileNames: () => [...roots, ...[...snapshots.keys()].filter((path) => scripts.test(path))],
    getScriptVersion: (path) => String(snapshots.get(path)?.version ?? 0),
    getScriptSnapshot: (path) => {
      const known = snapshots.get(path)
      if (known) return known.snapshot
      const text = declarations.get(path)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getProjectVersion: () => String(version),
    getCurrentDirectory: () => '/',
    getDefaultLibFileName: () => '/lib/lib.es2025.d.ts',
    fileExists: (path) => textOf(path) !== undefined,
    readFile: textOf,
    directoryExists: () => true,
    getDirectories: () => [],
    resolveModuleNameLiterals: (literals, from) =>
      literals.map(({ text }) => ({ resolvedModule: resolve(text, from) })),
  }

  function resolve(source: string, from: string): ts.ResolvedModuleFull | undefined {
    const found = source.startsWith('.') ? ofPath(source, from) : libraries.packages[source]
    if (found === undefined || textOf(found) === undefined) return undefined
    const extension = /(?:\.d)?\.[jt]sx?$|\.json$/.exec(found)?.[0]
    return extension === undefined ? undefined : { resolvedFileName: found, extension }
  }

  function ofPath(source: string, from: string): string | undefined {
    if (!declarations.has(from)) {
      const path = resolveImport(from.slice(1), source, { has: (one) => snapshots.has(`/${one}`) })
      return path === null ? undefined : `/${path}`
    }
    const base = new URL(source, `file://${from}`).pathname.replace(/\.js$|\/$/, '')
    return [base, `${base}.d.ts`, `${base}/index.d.ts`].find((path) => declarations.has(path))
  }

  const service = ts.createLanguageService(host, ts.createDocumentRegistry(true))
  const isKnown = (path: string) => snapshots.has(path) && scripts.test(path)

  return {
    update(files: readonly FileText[]): void {
      const paths = new Set(files.map(({ path }) => `/${path}`))
      for (const path of snapshots.keys()) if (!paths.has(path)) snapshots.delete(path)
      version += 1
      for (const file of files) {
        const { path } = file
        const text = file.isChecked ? withoutDirectives(path, file.text) : file.text
        if (snapshots.get(`/${path}`)?.text === text) continue
        snapshots.set(`/${path}`, { text, version, snapshot: ts.ScriptSnapshot.fromString(text) })
      }
    },

    diagnostics(path: string): Diagnostic[] {
      const name = `/${path}`
      if (!isKnown(name)) return []
      const syntax = service.getSyntacticDiagnostics(name)
      const semantic = /\.[jt]sx?$/.test(path) ? service.getSemanticDiagnostics(name) : []
      const hints = service
        .getSuggestionDiagnostics(name)
        .filter(({ reportsUnnecessary }) => reportsUnnecessary)
      const found = [...syntax, ...semantic, ...hints].map((one) => toDiagnostic(path, one))
      return [...found, ...unsupportedIn(path, textOf(name) ?? '')]
    },

    /** The errors of all files. */
    check(): Diagnostic[] {
      return [...snapshots.keys()]
        .filter(isKnown)
        .flatMap((name) =>
          [...service.getSyntacticDiagnostics(name), ...service.getSemanticDiagnostics(name)]
            .filter(({ category }) => category === ts.DiagnosticCategory.Error)
            .map((found) => toDiagnostic(name.slice(1), found)),
        )
    },

    completions(path: string, position: number): Completions | null {
      const name = `/${path}`
      if (!isKnown(name)) return null
      const found = service.getCompletionsAtPosition(name, position, {
        includeCompletionsWithInsertText: true,
        includeCompletionsForModuleExports: false,
      })
      if (!found) return null
      const word = /[\w$]*$/.exec((textOf(name) ?? '').slice(0, position))?.[0] ?? ''
      const items = found.entries.slice(0, mostCompletions).map(
        (entry): Completion => ({
          label: entry.name,
          kind: kinds[entry.kind] ?? 'variable',
          ...(entry.insertText !== undefined && { insert: entry.insertText }),
          sortText: entry.sortText,
        }),
      )
      const span = found.optionalReplacementSpan
      return { from: span?.start ?? position - word.length, items }
    },

    hover(path: string, position: number): Hover | null {
      const name = `/${path}`
      const info = isKnown(name) ? service.getQuickInfoAtPosition(name, position) : undefined
      if (!info) return null
      return {
        from: info.textSpan.start,
        to: info.textSpan.start + info.textSpan.length,
        signature: ts.displayPartsToString(info.displayParts),
        documentation: ts.displayPartsToString(info.documentation),
      }
    },

    close: () => service.dispose(),
  }
}

/**
 * Without the comments that switch the type check off, which would pass any code. Positions stay the same. Texts of
 * strings and of JSX do, too: comments are between tokens.
 */
function withoutDirectives(path: string, text: string): string {
  if (!text.includes('@ts-')) return text
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  let result = text
  const visit = (node: ts.Node) => {
    for (const child of node.getChildren(source)) visit(child)
    if (node.kind > ts.SyntaxKind.LastToken) return
    const [from, to] = [node.getFullStart(), node.getStart(source, false)]
    const trivia = text.slice(from, to).replace(directives, '@ts_$1')
    result = result.slice(0, from) + trivia + result.slice(to)
  }
  visit(source)
  return result
}

/** JavaScript that the runner evaluates as functions with `require`, `module` and `exports`. */
export function transpileFiles(files: readonly FileText[]): TranspiledFile[] {
  return files.map(({ path, text }) => {
    if (!/\.[jt]sx?$/.test(path)) return { path, code: text, map: null, isAsync: false, errors: [] }
    let isAsync = false
    const before: ts.TransformerFactory<ts.SourceFile> = () => (source) => {
      isAsync = hasTopLevelAwait(source)
      return withHoisted(withoutImportMeta(source))
    }
    const { outputText, sourceMapText, diagnostics } = ts.transpileModule(text, {
      fileName: `/${path}`,
      reportDiagnostics: true,
      transformers: { before: [before] },
      compilerOptions: {
        target: ts.ScriptTarget.ES2024,
        module: ts.ModuleKind.CommonJS,
        jsx: ts.JsxEmit.ReactJSX,
        esModuleInterop: true,
        allowJs: true,
        sourceMap: true,
      },
    })
    return {
      path,
      code: outputText.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'),
      map: sourceMapText ?? null,
      isAsync,
      errors: (diagnostics ?? []).map((found) => toDiagnostic(path, found)),
    }
  })
}

/** Warnings for what challenges can't use, before a run fails because of it. */
function unsupportedIn(path: string, text: string): Diagnostic[] {
  return unsupported.flatMap(([expression, message]) =>
    [...text.matchAll(expression)].map((match) => ({
      ...{ path, message, code: 0, severity: 'warning' as const },
      from: match.index,
      to: match.index + match[0].length,
      line: text.slice(0, match.index).split('\n').length,
    })),
  )
}

const unsupported: readonly [RegExp, string][] = [
  [
    /@ts_(?:nocheck|ignore|expect-error)/g,
    'This comment has no effect: the types of your code are always checked.',
  ],
  [
    /\b(?:vi|vitest|jest)\.(?:mock|unmock|doMock|doUnmock|importActual|importMock|requireActual|requireMock|resetModules)\b/g,
    "Modules can't be mocked here. Pass what the code needs as an argument.",
  ],
  [
    /\.(?:toMatchSnapshot|toMatchFileSnapshot|toThrowErrorMatchingSnapshot)\b/g,
    'There are no snapshot files here. Use toMatchInlineSnapshot.',
  ],
  [/\b(?:vi|vitest)\.(?:stubEnv|unstubAllEnvs|dynamicImportSettled)\b/g, "This isn't supported here."],
  [
    /^\s*\/?\*+\s*@jsx(?:ImportSource|Runtime|Frag)?\b/gm,
    'JSX comments have no effect: JSX is always of React.',
  ],
]

const directives = /@ts-(nocheck|ignore|expect-error)/g

function hasTopLevelAwait(node: ts.Node): boolean {
  if (ts.isAwaitExpression(node) || (ts.isForOfStatement(node) && node.awaitModifier !== undefined))
    return true
  if (ts.isFunctionLike(node) || ts.isPropertyDeclaration(node)) return false
  return ts.forEachChild(node, (child) => hasTopLevelAwait(child) || undefined) ?? false
}

/** Functions have no `import.meta`: the runner passes it. */
function withoutImportMeta(source: ts.SourceFile): ts.SourceFile {
  if (!source.text.includes('import.meta')) return source
  const replace = (context: ts.TransformationContext) => (root: ts.SourceFile) => {
    const visit = (node: ts.Node): ts.Node =>
      ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword
        ? ts.factory.createIdentifier('__importMeta')
        : ts.visitEachChild(node, visit, context)
    return ts.visitNode(root, visit) as ts.SourceFile
  }
  return ts.transform(source, [replace]).transformed[0] ?? source
}

/** Runs `vi.hoisted` before the imports of other modules, as Vitest does. */
function withHoisted(source: ts.SourceFile): ts.SourceFile {
  if (!/\bvi(?:test)?\.hoisted\(/.test(source.text)) return source
  const isHoisted = (node: ts.Statement) =>
    (ts.isVariableStatement(node) || ts.isExpressionStatement(node)) &&
    /\bvi(?:test)?\.hoisted\(/.test(source.text.slice(node.pos, node.end))
  const isFirst = (node: ts.Statement) =>
    ts.isImportDeclaration(node) && source.text.slice(node.moduleSpecifier.pos, node.end).includes('vitest')
  const rank = (node: ts.Statement) => (isFirst(node) ? 0 : isHoisted(node) ? 1 : 2)
  const statements = source.statements.toSorted((one, other) => rank(one) - rank(other))
  return ts.factory.updateSourceFile(source, statements)
}

const scripts = /\.(?:[jt]sx?|json)$/
const mostCompletions = 500
const languageLib = ['lib.es2025.d.ts', 'lib.esnext.array.d.ts', 'lib.esnext.disposable.d.ts']
const pageLib = ['lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts']

const options: ts.CompilerOptions = {
  strict: true,
  target: ts.ScriptTarget.ES2024,
  // Allows `export =` and `import x = require('./x')`, too.
  module: ts.ModuleKind.Preserve,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Auto,
  jsx: ts.JsxEmit.ReactJSX,
  allowJs: true,
  esModuleInterop: true,
  resolveJsonModule: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  noErrorTruncation: false,
}

/** The icons that the editor has. */
const kinds: Readonly<Record<string, Completion['kind']>> = {
  [ts.ScriptElementKind.functionElement]: 'function',
  [ts.ScriptElementKind.localFunctionElement]: 'function',
  [ts.ScriptElementKind.memberFunctionElement]: 'method',
  [ts.ScriptElementKind.memberVariableElement]: 'property',
  [ts.ScriptElementKind.memberGetAccessorElement]: 'property',
  [ts.ScriptElementKind.memberSetAccessorElement]: 'property',
  [ts.ScriptElementKind.classElement]: 'class',
  [ts.ScriptElementKind.interfaceElement]: 'interface',
  [ts.ScriptElementKind.typeElement]: 'type',
  [ts.ScriptElementKind.typeParameterElement]: 'type',
  [ts.ScriptElementKind.enumElement]: 'enum',
  [ts.ScriptElementKind.constElement]: 'constant',
  [ts.ScriptElementKind.moduleElement]: 'namespace',
  [ts.ScriptElementKind.keyword]: 'keyword',
  [ts.ScriptElementKind.string]: 'text',
}

const severities: Readonly<Record<ts.DiagnosticCategory, Diagnostic['severity']>> = {
  [ts.DiagnosticCategory.Error]: 'error',
  [ts.DiagnosticCategory.Warning]: 'warning',
  [ts.DiagnosticCategory.Suggestion]: 'hint',
  [ts.DiagnosticCategory.Message]: 'info',
}

function toDiagnostic(path: string, found: ts.Diagnostic): Diagnostic {
  const { file, start = 0, length = 0, code, category } = found
  return {
    path,
    from: start,
    to: start + length,
    line: (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1,
    code,
    severity: severities[category],
    message: ts.flattenDiagnosticMessageText(found.messageText, '\n'),
  }
}
