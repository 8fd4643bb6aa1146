import ts from 'typescript'

/** A piece of code, and what replaces it. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly with: string
}

/**
 * Small defects of a script: operators, boundaries, constants, removed statements, swapped calls.
 * @param name its ending says whether it has types and JSX
 */
export function editsOfScript(script: string, name = 'solution.js'): Edit[] {
  const file = ts.createSourceFile(name, script, ts.ScriptTarget.Latest, true)
  const edits: Edit[] = []
  const visit = (node: ts.Node): void => {
    for (const [part, text] of changesOf(node)) {
      edits.push({ start: part.getStart(file), end: part.getEnd(), with: text })
    }
    if (!isLeftAsItIs(node)) ts.forEachChild(node, visit)
  }
  visit(file)
  return edits
}

/** Imports, types outside of aliases, and what only changes the look. */
function isLeftAsItIs(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isInterfaceDeclaration(node))
    return true
  if (ts.isJsxAttribute(node)) return /^(?:className|style|key)$/.test(node.name.getText())
  return ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node) && !isInAlias(node)
}

const isInAlias = (node: ts.Node): boolean =>
  ts.isTypeAliasDeclaration(node.parent) || (ts.isTypeNode(node.parent) && isInAlias(node.parent))

type Change = readonly [part: ts.Node, text: string]

function changesOf(node: ts.Node): Change[] {
  if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return typeChanges(node)
  if (ts.isJsxAttribute(node)) return isLeftAsItIs(node) ? [] : [[node, '']]
  if (ts.isBinaryExpression(node)) return binaryChanges(node)
  if (ts.isPrefixUnaryExpression(node)) return prefixChanges(node)
  if (ts.isPostfixUnaryExpression(node))
    return [[node, `${node.operand.getText()}${node.getText().endsWith('++') ? '--' : '++'}`]]
  if (ts.isCallExpression(node)) return callChanges(node)
  if (ts.isIfStatement(node)) return conditionChanges(node.expression)
  if (ts.isConditionalExpression(node))
    return [
      [node, node.whenTrue.getText()],
      [node, node.whenFalse.getText()],
    ]
  if (ts.isExpressionStatement(node)) return isSuperCall(node) ? [] : [[node, ';']]
  if (ts.isBreakStatement(node) || ts.isContinueStatement(node) || ts.isThrowStatement(node))
    return [[node, ';']]
  if (ts.isReturnStatement(node)) return returnChanges(node)
  if (ts.isAwaitExpression(node)) return [[node, node.expression.getText()]]
  if (ts.isPropertyAccessExpression(node) && node.questionDotToken) return [[node.questionDotToken, '.']]
  if (ts.isArrayLiteralExpression(node)) return copyChanges(node)
  return [...literalChanges(node), ...propertyChanges(node)]
}

/** A condition is turned around; modifiers are left out. */
function typeChanges(node: ts.TypeNode): Change[] {
  if (!isInAlias(node)) return []
  if (ts.isConditionalTypeNode(node)) {
    const { checkType, extendsType, trueType, falseType } = node
    const text = `${checkType.getText()} extends ${extendsType.getText()} ? ${falseType.getText()} : ${trueType.getText()}`
    // A type that the condition infers exists only where it holds.
    return /\binfer\b/.test(extendsType.getText()) ? [[node, falseType.getText()]] : [[node, text]]
  }
  if (!ts.isMappedTypeNode(node)) return []
  return [node.readonlyToken, node.questionToken].flatMap((token): Change[] => (token ? [[token, ' ']] : []))
}

function returnChanges(node: ts.ReturnStatement): Change[] {
  if (!node.expression) return [[node, ';']]
  return node.expression.getText() === 'undefined' ? [] : [[node, 'return']]
}

const operators: Readonly<Record<string, readonly string[]>> = {
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '**': ['*'],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '==': ['!=', '==='],
  '!=': ['==', '!=='],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&', '||'],
  '+=': ['-=', '='],
  '-=': ['+=', '='],
  '*=': ['/='],
  '??=': ['='],
}

function binaryChanges({ left, operatorToken, right }: ts.BinaryExpression): Change[] {
  const operator = operatorToken.getText()
  const swapped = (operators[operator] ?? []).map((other): Change => [operatorToken, other])
  if (operator !== '&&' && operator !== '||') return swapped
  return [...swapped, [left, String(operator === '&&')], [right, String(operator === '&&')]]
}

function prefixChanges(node: ts.PrefixUnaryExpression): Change[] {
  const text = node.getText()
  if (text.startsWith('++') || text.startsWith('--'))
    return [[node, `${text.startsWith('+') ? '--' : '++'}${node.operand.getText()}`]]
  return [[node, node.operand.getText()]]
}

const conditionChanges = (condition: ts.Expression): Change[] => [
  [condition, 'true'],
  [condition, 'false'],
]

/** Methods that are easily confused; each is swapped for the other. */
const pairs = [
  ['push', 'unshift'],
  ['pop', 'shift'],
  ['some', 'every'],
  ['find', 'findLast'],
  ['findIndex', 'findLastIndex'],
  ['indexOf', 'lastIndexOf'],
  ['startsWith', 'endsWith'],
  ['padStart', 'padEnd'],
  ['toLowerCase', 'toUpperCase'],
  ['append', 'prepend'],
  ['before', 'after'],
  ['reduce', 'reduceRight'],
  ['min', 'max'],
  ['floor', 'ceil'],
  ['round', 'trunc'],
  ['keys', 'values'],
  ['add', 'delete'],
  ['resolve', 'reject'],
  ['setAttribute', 'removeAttribute'],
  ['then', 'catch'],
] as const

const swaps = new Map<string, string>(
  pairs.flatMap(([one, other]) => [
    [one, other],
    [other, one],
  ]),
)

function callChanges(node: ts.CallExpression): Change[] {
  const { arguments: given, expression } = node
  const changes: Change[] = []
  const [first, second] = given
  if (first && second && given.length === 2 && !ts.isFunctionLike(second))
    changes.push([node, `${expression.getText()}(${second.getText()}, ${first.getText()})`])
  if (!ts.isPropertyAccessExpression(expression)) return changes
  const other = swaps.get(expression.name.text)
  if (other) changes.push([expression.name, other])
  if (isValue(node)) changes.push([node, expression.expression.getText()])
  return changes
}

/** Statements are removed as a whole. */
const isValue = (node: ts.Node): boolean => !ts.isExpressionStatement(node.parent)

const isSuperCall = ({ expression }: ts.ExpressionStatement): boolean =>
  ts.isCallExpression(expression) && expression.expression.kind === ts.SyntaxKind.SuperKeyword

/** `[...values]` copies or collects; without it the original is used. */
function copyChanges({ elements }: ts.ArrayLiteralExpression): Change[] {
  const [only] = elements
  return elements.length === 1 && only && ts.isSpreadElement(only)
    ? [[only.parent, only.expression.getText()]]
    : []
}

function literalChanges(node: ts.Node): Change[] {
  if (ts.isNumericLiteral(node)) return [[node, String(Number(node.text) + 1)]]
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [[node, 'false']]
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [[node, 'true']]
  if (ts.isStringLiteral(node) && !ts.isPropertyAssignment(node.parent) && !isDirective(node))
    return [[node, node.text === '' ? "'mutant'" : "''"]]
  if (ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)) return [[node, "''"]]
  if (ts.isRegularExpressionLiteral(node)) return expressionChanges(node)
  return []
}

const isDirective = ({ parent }: ts.Node): boolean =>
  ts.isExpressionStatement(parent) || ts.isImportDeclaration(parent) || ts.isExternalModuleReference(parent)

/** Without a flag, an anchor, or a quantifier. */
function expressionChanges(node: ts.RegularExpressionLiteral): Change[] {
  const end = node.text.lastIndexOf('/')
  const body = node.text.slice(1, end)
  const flags = [...node.text.slice(end + 1)]
  const bodies = [body.replace(/^\^/, ''), body.replace(/\$$/, ''), body.replace(/(?<!\\)[+*](?!\?)/, '')]
  return [
    ...flags.map((flag): Change => [node, `/${body}/${flags.filter((one) => one !== flag).join('')}`]),
    ...bodies
      .filter((other) => other !== body && other !== '')
      .map((other): Change => [node, `/${other}/${flags.join('')}`]),
  ]
}

/** An option or an entry is left out. */
function propertyChanges(node: ts.Node): Change[] {
  if (!ts.isObjectLiteralExpression(node)) return []
  return node.properties.map((property): Change => {
    const others = node.properties.filter((one) => one !== property).map((one) => one.getText())
    return [node, `{ ${others.join(', ')} }`]
  })
}
