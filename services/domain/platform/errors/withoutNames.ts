import { Schema, SchemaAST, SchemaIssue } from "effect"

const unnamed = (ast: SchemaAST.AST): SchemaAST.AST =>
  ast._tag === "Union"
    ? new SchemaAST.Union(ast.types.map(unnamed))
    : Schema.make<Schema.Top>(ast).annotate({ identifier: undefined }).ast

/** An identifier would make the message `Expected UiRole` instead of `Expected "ui_admin" | "ui_user"`. */
export const withoutNames = (issue: SchemaIssue.Issue): SchemaIssue.Issue => {
  switch (issue._tag) {
    case "InvalidType":
      return new SchemaIssue.InvalidType(unnamed(issue.ast))
    case "AnyOf":
      return issue.issues.length === 0 && issue.ast._tag === "Union"
        ? new SchemaIssue.InvalidType(unnamed(issue.ast))
        : new SchemaIssue.AnyOf(issue.ast, issue.issues.map(withoutNames))
    case "Composite": {
      const [first, ...rest] = issue.issues
      return new SchemaIssue.Composite(issue.ast, [withoutNames(first), ...rest.map(withoutNames)])
    }
    case "Pointer":
      return new SchemaIssue.Pointer(issue.path, withoutNames(issue.issue))
    case "Encoding":
      return new SchemaIssue.Encoding(issue.ast, withoutNames(issue.issue))
    case "Filter":
      return new SchemaIssue.Filter(issue.filter, withoutNames(issue.issue))
    default:
      return issue
  }
}
