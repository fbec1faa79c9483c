//! A document of each dialect that uses every key that is read; `/safe` refers to nothing.

/// OpenAPI 2.0.
pub(super) const V20: &str = r##"{
  "swagger": "2.0", "info": {"title": "t"}, "host": "h", "basePath": "/b", "schemes": ["http", "https"],
  "consumes": ["application/json", "text/plain"], "produces": ["application/json"],
  "security": [{"key": []}],
  "paths": {
    "/safe": {"get": {"security": [], "produces": ["a/b"]}},
    "/a/{id}": {
      "$ref": "#/x-items/p",
      "parameters": [{"name": "id", "in": "path", "required": true, "type": "array", "collectionFormat": "pipes", "items": {"type": "string", "collectionFormat": "csv"}}],
      "post": {
        "operationId": "post", "schemes": ["http"], "consumes": ["multipart/form-data"], "produces": ["text/plain"],
        "parameters": [
          {"$ref": "#/parameters/q"}, {"name": "f", "in": "formData", "type": "file", "required": true},
          {"name": "g", "in": "formData", "type": "array", "collectionFormat": "ssv", "items": {"type": "integer"}}
        ],
        "responses": {"200": {"schema": {"type": "file"}}, "default": {"$ref": "#/responses/r"}}
      },
      "put": {
        "parameters": [{"name": "b", "in": "body", "required": true, "description": "d", "schema": {"$ref": "#/definitions/S"}}],
        "responses": {"200": {"$ref": "#/responses/r"}}
      }
    }
  },
  "x-items": {"p": {"get": {"operationId": "get"}}},
  "parameters": {"q": {"name": "q", "in": "query", "type": "string", "allowEmptyValue": true, "x-nullable": true}},
  "responses": {"r": {"description": "d", "schema": {"$ref": "#/definitions/T"}, "examples": {"a/b": 1}}},
  "securityDefinitions": {"key": {"type": "apiKey", "in": "header", "name": "k"}, "basic": {"type": "basic"}},
  "definitions": {
    "S": {"type": "object", "discriminator": "n", "x-nullable": true, "properties": {"n": {"type": "string", "readOnly": true}}},
    "T": {"allOf": [{"$ref": "#/definitions/S"}, {"required": ["n"]}]}
  }
}"##;

/// OpenAPI 3.0.
pub(super) const V30: &str = r##"{
  "openapi": "3.0.3", "info": {"title": "t"},
  "servers": [{"url": "/{v}", "variables": {"v": {"default": "1", "enum": ["1"]}}}],
  "security": [{"key": ["a"]}],
  "paths": {
    "/safe": {"get": {"security": [], "servers": [{"url": "/"}]}},
    "/a/{id}": {
      "$ref": "#/components/pathItems/p",
      "servers": [{"url": "/x"}],
      "parameters": [{"name": "id", "in": "path", "style": "label", "explode": true, "schema": {"type": "string"}}],
      "post": {
        "operationId": "post", "tags": ["t"], "summary": "s", "deprecated": true,
        "parameters": [{"$ref": "#/components/parameters/q"}, {"name": "c", "in": "query", "content": {"application/json": {"schema": {}}}}],
        "requestBody": {"required": true, "content": {"multipart/form-data": {
          "schema": {"$ref": "#/components/schemas/S"}, "encoding": {"a": {"style": "form", "contentType": "text/plain"}}}}},
        "responses": {"200": {"$ref": "#/components/responses/r"}},
        "security": [{"key": []}]
      }
    }
  },
  "components": {
    "pathItems": {"p": {"get": {"operationId": "get"}}},
    "parameters": {"q": {"name": "q", "in": "query", "schema": {"$ref": "#/components/schemas/S/properties/self"}}},
    "responses": {"r": {"description": "d", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/S"}}}}},
    "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "k"}},
    "schemas": {"S": {
      "type": "object", "nullable": true, "required": ["self"], "minProperties": 1,
      "properties": {"self": {"$ref": "#/components/schemas/S"}, "n": {"type": "number", "minimum": 1, "exclusiveMinimum": true, "example": 2}},
      "items": [{"type": "string"}], "additionalItems": false, "enum": [{}], "allOf": [{"not": {}}],
      "oneOf": [{"$ref": "#/components/schemas/S"}], "additionalProperties": {"type": "string"},
      "discriminator": {"propertyName": "n", "mapping": {"a": "S", "b": "#/components/schemas/S"}}
    }}
  }
}"##;

/// OpenAPI 3.2.
pub(super) const V32: &str = r##"{
  "openapi": "3.2.0", "$self": "https://example.com/a", "info": {"title": "t"},
  "servers": [{"url": "/", "name": "n"}], "tags": [{"name": "t", "parent": "u", "kind": "nav"}],
  "paths": {
    "/safe": {"get": {"security": [], "servers": [{"url": "/"}]}},
    "/a/{id}": {
      "$ref": "#/components/pathItems/p",
      "query": {
        "operationId": "find",
        "parameters": [
          {"name": "whole", "in": "querystring", "content": {"application/json": {"schema": {"type": "object"}}}},
          {"name": "c", "in": "cookie", "style": "cookie", "schema": {"type": "string"}}
        ],
        "responses": {"200": {"summary": "s", "content": {"application/jsonl": {"$ref": "#/components/mediaTypes/m"}}}}
      },
      "additionalOperations": {
        "COPY": {
          "operationId": "copy",
          "requestBody": {"content": {"application/jsonl": {"schema": {"type": "array"}, "itemSchema": {"$ref": "#/components/schemas/T"}}}}
        },
        "purge": {"parameters": [{"name": "id", "in": "path", "allowReserved": true, "schema": {"type": "string"}}]}
      }
    }
  },
  "components": {
    "pathItems": {"p": {"additionalOperations": {"COPY": {"operationId": "hidden"}, "MOVE": {"operationId": "move"}}}},
    "mediaTypes": {"m": {"itemSchema": {"$ref": "#/components/schemas/S"}}},
    "securitySchemes": {"o": {"type": "oauth2", "flows": {"deviceAuthorization": {"scopes": {}}}}},
    "schemas": {
      "S": {"type": "object", "discriminator": {"propertyName": "n", "defaultMapping": "T", "mapping": {"a": "T"}}},
      "T": {"allOf": [{"$ref": "#/components/schemas/S"}]}
    }
  }
}"##;
