//! A built-in argument type and a slot's shape → how the argument is listed, checked and converted.

use std::collections::BTreeMap;
use std::rc::Rc;

use fewtools_contract::format::{Duration, is_date, is_date_time, is_uuid};
use fewtools_contract::{Conversion, Types};
use serde_json::{Map, Value};

use super::checks::{self, Definitions};
use super::listed::{self, Objects};
use super::shape::Shape;
use super::surface::CheckPlan;
use super::types::{By, InsidePlan, Override, Overrides};
use crate::diagnostics::Fault;
use crate::lower::Schemas;
use crate::lower::curation::{ArgType, RowsLimits};

/// How an argument is listed, checked and converted.
#[derive(Debug, Clone)]
pub struct Typed {
    /// The listed schema.
    pub listed: Rc<Map<String, Value>>,
    /// What the value must satisfy.
    pub check: Rc<CheckPlan>,
    /// What is done to it.
    pub conversion: Conversion,
    /// The ways inside of it to texts that are sent as numbers.
    pub digits: Vec<Vec<InsidePlan>>,
    /// What said how it is listed and checked, as `explain` has it; empty for the document.
    pub rule: String,
    /// What the manifest says of the type.
    pub about: String,
}

impl Typed {
    /// An argument as the document has it, which is sent as it is or after this.
    pub fn new(listed: Map<String, Value>, check: CheckPlan, conversion: Conversion) -> Self {
        Self {
            listed: listed.into(),
            check: check.into(),
            conversion,
            digits: Vec::new(),
            rule: String::new(),
            about: String::new(),
        }
    }
}

/// What typing an argument needs to know beside its slot.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// The schemas.
    pub schemas: &'a Schemas,
    /// `rows` of the manifest.
    pub rows: RowsLimits,
    /// How objects are listed.
    pub objects: Objects,
    /// `types` of the manifest.
    pub types: &'a Overrides,
}

/// Why an argument cannot be typed.
#[derive(Debug)]
pub enum Untyped {
    /// The `type` contradicts the document; what the slot takes, in words.
    Contradiction(String),
    /// A schema cannot be read.
    Unreadable(Fault),
}

impl From<Fault> for Untyped {
    fn from(fault: Fault) -> Self {
        Self::Unreadable(fault)
    }
}

/// Types arguments, each schema once: most operations share the schemas of their parameters.
#[derive(Debug)]
pub struct Typings<'a> {
    /// What the checks refer to.
    pub definitions: Definitions<'a>,
    plain: BTreeMap<(*const Value, Objects), (Rc<Value>, Typed)>,
}

impl<'a> Typings<'a> {
    /// Nothing typed yet.
    pub fn new(schemas: &'a Schemas, types: &'a Overrides) -> Self {
        Self { definitions: Definitions::new(schemas, types), plain: BTreeMap::new() }
    }

    /// Types an argument that goes to a slot of this schema.
    ///
    /// # Errors
    /// See [`Untyped`].
    pub fn typed(
        &mut self,
        context: Context<'_>,
        schema: &Rc<Value>,
        ty: Option<ArgType>,
    ) -> Result<Typed, Untyped> {
        // A schema is known by where it is in memory, where the copy that is kept holds its place.
        let key = (Rc::as_ptr(schema), context.objects);
        if let (None, Some((_, known))) = (ty, self.plain.get(&key)) {
            return Ok(known.clone());
        }
        let typed = typed(context, &mut self.definitions, schema, ty)?;
        if ty.is_none() {
            self.plain.insert(key, (Rc::clone(schema), typed.clone()));
        }
        Ok(typed)
    }
}

fn typed(
    context: Context<'_>,
    definitions: &mut Definitions<'_>,
    schema: &Value,
    ty: Option<ArgType>,
) -> Result<Typed, Untyped> {
    let shape = Shape::of(context.schemas, schema)?;
    let Some(ty) = ty else {
        return match context.types.find(context.schemas, &shape) {
            Some((found, by)) => {
                let conversion = found.conversion(context.schemas, &shape).unwrap_or(Conversion::None);
                replaced(context, definitions, (found, by), conversion)
            }
            None => plain(context, definitions, schema, &shape),
        };
    };
    let typed = built_in(context, definitions, schema, shape.clone(), ty)?;
    let Some(found) = context.types.argument(ty) else { return Ok(typed) };
    // A form that is only checked is replaced; one that is converted still is.
    let conversion = match (typed.conversion, found.conversion(context.schemas, &shape)) {
        (Conversion::Uuid | Conversion::Date | Conversion::DateTime | Conversion::Duration, _) => {
            Conversion::None
        }
        (Conversion::None, Ok(conversion)) => conversion,
        (
            Conversion::IdListText | Conversion::IdListInteger | Conversion::IdListJoined,
            Ok(of_parse @ (Conversion::IdListText | Conversion::IdListInteger)),
        ) => of_parse,
        (conversion, _) => conversion,
    };
    replaced(context, definitions, (found, By::Argument), conversion)
}

/// An argument for which the manifest has a schema of its own.
fn replaced(
    context: Context<'_>,
    definitions: &mut Definitions<'_>,
    (found, by): (&Override, By),
    conversion: Conversion,
) -> Result<Typed, Untyped> {
    let listed = listed::schema(context.schemas, context.types, &found.shape, Objects::Open)?;
    let check = definitions.said(&found.schema, &found.shape)?;
    let about = found.shape.description.clone();
    Ok(Typed { rule: found.rule(by), about, ..Typed::new(listed, check, conversion) })
}

/// An argument of a built-in type.
fn built_in(
    context: Context<'_>,
    definitions: &mut Definitions<'_>,
    schema: &Value,
    shape: Shape,
    ty: ArgType,
) -> Result<Typed, Untyped> {
    match ty {
        ArgType::Plain(types) => narrowed(context, definitions, schema, shape, types),
        ArgType::Duration => duration(definitions, schema, &shape),
        ArgType::RowLimit => row_limit(&shape, context.rows),
        ArgType::Uuid => text(definitions, schema, &shape, Conversion::Uuid),
        ArgType::Date => text(definitions, schema, &shape, Conversion::Date),
        ArgType::DateTime => text(definitions, schema, &shape, Conversion::DateTime),
        ArgType::IdList => id_list(context.schemas, &shape),
    }
}

fn plain(
    context: Context<'_>,
    definitions: &mut Definitions<'_>,
    schema: &Value,
    shape: &Shape,
) -> Result<Typed, Untyped> {
    let listed = listed::schema(context.schemas, context.types, shape, context.objects)?;
    let check = definitions.check(schema, shape)?;
    let digits = context.types.digits_inside(context.schemas, schema)?;
    Ok(Typed { digits, ..Typed::new(listed, check, Conversion::None) })
}

fn narrowed(
    context: Context<'_>,
    definitions: &mut Definitions<'_>,
    schema: &Value,
    mut shape: Shape,
    types: Types,
) -> Result<Typed, Untyped> {
    let types = if types.meets(Types::NUMBER) { types.with(Types::INTEGER) } else { types };
    if !shape.types.meets(types) {
        return Err(contradiction(&shape));
    }
    shape.types = Types(shape.types.0 & types.0);
    plain(context, definitions, schema, &shape)
}

fn text(
    definitions: &mut Definitions<'_>,
    schema: &Value,
    shape: &Shape,
    conversion: Conversion,
) -> Result<Typed, Untyped> {
    if !shape.types.meets(Types::STRING) {
        return Err(contradiction(shape));
    }
    let own = match conversion {
        Conversion::Uuid => "uuid",
        Conversion::Date => "date",
        Conversion::DateTime => "date-time",
        _ => "",
    };
    if checks::TELLING_FORMATS.contains(&shape.format.as_str()) && shape.format != own {
        return Err(other_format(shape));
    }
    let mut check = definitions.check(schema, shape)?;
    check.types = Types::STRING;
    Ok(Typed::new(listed::only("string"), check, conversion))
}

/// A duration as the slot takes it. Bounds of seconds are held against what is sent.
fn duration(definitions: &mut Definitions<'_>, schema: &Value, shape: &Shape) -> Result<Typed, Untyped> {
    let (check, conversion) = if shape.types.meets(Types::STRING) {
        match shape.format.as_str() {
            "" => return text(definitions, schema, shape, Conversion::Duration),
            "duration" => (checks::of_types(Types::STRING), Conversion::DurationIso),
            _ => return Err(other_format(shape)),
        }
    } else if shape.types.meets(Types::NUMBER.with(Types::INTEGER)) {
        (checks::of_seconds(shape), Conversion::DurationSeconds)
    } else {
        return Err(contradiction(shape));
    };
    Ok(Typed::new(listed::only("string"), check, conversion))
}

/// What a default of a typed argument has to be, where it is not.
pub fn misses(conversion: Conversion, check: &CheckPlan, default: &Value) -> Option<String> {
    let text = default.as_str();
    let of_form = |form: fn(&str) -> bool, words: &str| (!text.is_some_and(form)).then(|| words.to_owned());
    let is_duration = |text: &str| Duration::parse(text).is_some();
    let words = "a duration like `15m`";
    match conversion {
        Conversion::None | Conversion::Bytes | Conversion::Resume => None,
        Conversion::Digits { whole } => {
            let is_number = |text: &str| match whole {
                true => text.parse::<i128>().is_ok(),
                false => text.parse::<f64>().is_ok_and(f64::is_finite),
            };
            (!text.is_some_and(is_number)).then(|| "a number as text, like `\"4117\"`".to_owned())
        }
        Conversion::Uuid => of_form(is_uuid, "a UUID"),
        Conversion::Date => of_form(is_date, "a date like `2024-02-29`"),
        Conversion::DateTime => of_form(is_date_time, "a time like `2024-02-29T12:30:00Z`"),
        Conversion::Duration | Conversion::DurationIso => of_form(is_duration, words),
        Conversion::DurationSeconds => match text.and_then(Duration::parse).and_then(Duration::seconds) {
            None => Some(words.to_owned()),
            Some(seconds) => {
                let [minimum, maximum, above, below] =
                    check.bounds.each_ref().map(|bound| bound.parse::<f64>().ok());
                let seconds = seconds as f64;
                let fits = minimum.is_none_or(|bound| seconds >= bound)
                    && maximum.is_none_or(|bound| seconds <= bound)
                    && above.is_none_or(|bound| seconds > bound)
                    && below.is_none_or(|bound| seconds < bound);
                (!fits).then(|| "a duration that the slot's bounds allow".to_owned())
            }
        },
        Conversion::RowLimit { max, .. } => {
            let fits = default.as_u64().is_some_and(|rows| (1..=u64::from(max)).contains(&rows));
            (!fits).then(|| format!("a whole number from 1 to {max}"))
        }
        Conversion::IdListText | Conversion::IdListInteger | Conversion::IdListJoined => {
            let whole = conversion == Conversion::IdListInteger;
            let is_id = |id: &str| !id.is_empty() && (!whole || id.parse::<i128>().is_ok());
            let fits = text.is_some_and(|text| text.split(',').all(|id| is_id(id.trim())));
            (!fits).then(|| "one text of ids with commas between them".to_owned())
        }
    }
}

fn row_limit(shape: &Shape, rows: RowsLimits) -> Result<Typed, Untyped> {
    if !shape.types.meets(Types::NUMBER.with(Types::INTEGER)) {
        return Err(contradiction(shape));
    }
    if let Some(values) = &shape.values {
        let values: Vec<String> = values.iter().map(Value::to_string).collect();
        return Err(Untyped::Contradiction(format!(
            "one of {}, not every number of rows",
            values.join(", ")
        )));
    }
    let slot_max = shape.bounds.get(1).and_then(Option::as_ref).and_then(serde_json::Number::as_u64);
    let slot_max = slot_max.map_or(0, |max| u32::try_from(max).unwrap_or(u32::MAX));
    let max = if slot_max == 0 { rows.max } else { rows.max.min(slot_max) };
    let check = CheckPlan {
        bounds: ["1".to_owned(), max.to_string(), String::new(), String::new()],
        ..checks::of_types(Types::INTEGER)
    };
    Ok(Typed::new(listed::only("integer"), check, Conversion::RowLimit { max, slot_max }))
}

fn id_list(schemas: &Schemas, shape: &Shape) -> Result<Typed, Untyped> {
    let conversion = if shape.types.meets(Types::ARRAY) {
        let items = match &shape.items {
            Some(items) => Shape::of(schemas, items)?.types,
            None => Types::ANY,
        };
        if items.meets(Types::STRING) {
            Conversion::IdListText
        } else if items.meets(Types::INTEGER) {
            Conversion::IdListInteger
        } else {
            return Err(contradiction(shape));
        }
    } else if shape.types.meets(Types::STRING) {
        Conversion::IdListJoined
    } else {
        return Err(contradiction(shape));
    };
    let check = CheckPlan { length: (1, u32::MAX), ..checks::of_types(Types::STRING) };
    Ok(Typed::new(listed::only("string"), check, conversion))
}

fn other_format(shape: &Shape) -> Untyped {
    Untyped::Contradiction(format!("text of the format `{}`", shape.format))
}

fn contradiction(shape: &Shape) -> Untyped {
    let names: Vec<&str> = shape.solid().names().collect();
    Untyped::Contradiction(names.join(" or "))
}
