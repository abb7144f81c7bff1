import luaparse, { type Node } from 'luaparse';

/** The globals of Redis that scripts use. */
const globals = new Set(`redis cjson math string table unpack ipairs pairs tonumber tostring type next`.split(' '));
const given = new Set(['KEYS', 'ARGV']);
/** Text meant for people: a capital, several words, a full stop. */
const sentence = /^\p{Lu}.* .*[.!?]$/u;

export type Trouble = { why: string; name: string; line: number };

/** The faults of a script: syntax errors, unknown names, and unused declarations. */
export function troubles(lua: string): Trouble[] {
  const faults: Trouble[] = [];
  const complain = (why: string, name: string, at: Node) => faults.push({ why, name, line: at.loc?.start.line ?? 0 });
  const scopes: Map<string, { node: Node; used: boolean }>[] = [];
  const known = (name: string) => scopes.findLast((scope) => scope.has(name))?.get(name);

  const declare = (node: Node) => {
    if (node.type !== 'Identifier' || node.name === '_') return;
    if (known(node.name)) complain('hides another', node.name, node);
    scopes.at(-1)?.set(node.name, { node, used: false });
  };
  const within = (visitAll: () => void) => {
    scopes.push(new Map());
    visitAll();
    for (const [name, { node, used }] of scopes.pop() ?? []) if (!used) complain('is not used', name, node);
  };

  function visit(node: Node): void {
    switch (node.type) {
      case 'Identifier': {
        const local = known(node.name);
        if (local) local.used = true;
        if (
          given.has(node.name) ? node.loc?.start.line !== 1 || isNumbered.has(node) : !local && !globals.has(node.name)
        )
          complain('is not known', node.name, node);
        return;
      }
      case 'StringLiteral': {
        const text = node.raw.slice(1, -1);
        if (sentence.test(text)) complain('is for people', text, node);
        return;
      }
      case 'LocalStatement':
        node.init.forEach(visit);
        node.variables.forEach(declare);
        return;
      case 'AssignmentStatement':
        node.init.forEach(visit);
        for (const variable of node.variables) {
          if (variable.type !== 'Identifier') visit(variable);
          else if (!known(variable.name)) complain('is not known', variable.name, variable);
        }
        return;
      case 'FunctionDeclaration':
        if (node.identifier) (node.isLocal ? declare : visit)(node.identifier);
        within(() => {
          node.parameters.forEach(declare);
          node.body.forEach(visit);
        });
        return;
      case 'ForNumericStatement':
        [node.start, node.end, node.step].forEach((part) => part && visit(part));
        within(() => {
          declare(node.variable);
          node.body.forEach(visit);
        });
        return;
      case 'ForGenericStatement':
        node.iterators.forEach(visit);
        within(() => {
          node.variables.forEach(declare);
          node.body.forEach(visit);
        });
        return;
      case 'RepeatStatement':
        within(() => {
          node.body.forEach(visit);
          visit(node.condition);
        });
        return;
      case 'IfClause':
      case 'ElseifClause':
      case 'WhileStatement':
        visit(node.condition);
        within(() => node.body.forEach(visit));
        return;
      case 'ElseClause':
      case 'DoStatement':
        within(() => node.body.forEach(visit));
        return;
      case 'MemberExpression':
        visit(node.base);
        return;
      case 'TableKeyString':
        visit(node.value);
        return;
      case 'IndexExpression':
        if (node.base.type === 'Identifier' && given.has(node.base.name) && node.index.type === 'NumericLiteral')
          isNumbered.add(node.base);
        visit(node.base);
        visit(node.index);
        return;
      default:
        for (const [name, part] of Object.entries(node)) {
          if (name === 'loc') continue;
          for (const each of [part].flat()) if (each !== null && typeof each === 'object') visit(each as Node);
        }
    }
  }

  const isNumbered = new Set<Node>();
  try {
    const chunk = luaparse.parse(lua, { luaVersion: '5.1', locations: true, comments: false });
    within(() => chunk.body.forEach(visit));
  } catch (error) {
    faults.push({ why: String(error), name: '', line: 0 });
  }
  return faults;
}
