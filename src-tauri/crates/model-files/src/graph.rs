//! The model's graph as it is run: matrices multiplied in int8.
//!
//! The published file keeps its weights as int8 with a scale for each column (of a matrix) or row (of a table), and
//! multiplies them out to f32 before anything is computed: `Cast`, `Mul`, then `MatMul` or `Gather`. Here the order is
//! turned round. A table's row is looked up as int8 and multiplied out by itself, which gives the same numbers. What a
//! matrix is multiplied with is quantised when it is there, the product is one of integers, and both scales are applied
//! to it; ONNX Runtime has one kernel for that. Eight bits alone were measured to be too coarse, since a few values lie
//! far from all others: what they leave is quantised and multiplied once more, which is still faster than f32. Each half
//! has seven bits: processors without VNNI add two products of int8 in 16 bits, and 2 · 128 · 127 is what fits there.
//!
//! Weights and scales are taken as they are, so the answer depends on the published file alone.

use std::collections::{HashMap, HashSet};

use prost::{DecodeError, Message};

/// `model` with int8 arithmetic; what has no quantised weights is left as it is.
pub(crate) fn with_int8_arithmetic(model: &[u8]) -> Result<Vec<u8>, DecodeError> {
    let mut model = Model::decode(model)?;
    if let Some(graph) = &mut model.graph {
        let nodes = rewritten(graph);
        if nodes != graph.node {
            graph.node = nodes;
            graph.initializer.extend(constants());
        }
    }
    Ok(model.encode_to_vec())
}

fn rewritten(graph: &Graph) -> Vec<Node> {
    let weights = Weights::of(graph);
    let mut multiplied_out = HashSet::new();
    let mut halved = HashSet::new();
    let mut nodes = Vec::new();
    for node in &graph.node {
        let Some((weight, rewritten)) = weights.used_by(node) else {
            nodes.push(node.clone());
            continue;
        };
        multiplied_out.extend([&weight.cast.output[0], &weight.scaled.output[0]]);
        match rewritten {
            Use::Table => nodes.extend(weight.looked_up(node)),
            Use::Matrix => {
                // Several matrices are multiplied with the same: what a layer asks, offers and answers with.
                if halved.insert(&node.input[0]) {
                    nodes.extend(split(&node.input[0]));
                }
                nodes.extend(weight.multiplied(node));
            }
        }
    }
    nodes.retain(|node| !node.output.iter().any(|output| multiplied_out.contains(output)));
    nodes
}

/// What a weight is used as.
enum Use {
    Table,
    Matrix,
}

/// A weight that is multiplied out: int8 → f32 → times its scale.
struct Weight<'a> {
    cast: &'a Node,
    scaled: &'a Node,
}

/// Weights by the name of what they are multiplied out to.
struct Weights<'a>(HashMap<&'a str, Weight<'a>>);

impl<'a> Weights<'a> {
    fn of(graph: &'a Graph) -> Self {
        let stored: HashSet<&str> = graph.initializer.iter().map(|tensor| tensor.name.as_str()).collect();
        let is_cast = |node: &&Node| node.op_type == "Cast" && stored.contains(node.input[0].as_str());
        let casts: HashMap<&str, &Node> =
            graph.node.iter().filter(is_cast).map(|node| (node.output[0].as_str(), node)).collect();
        let scaled = graph.node.iter().filter(|node| node.op_type == "Mul" && stored.contains(node.input[1].as_str()));
        Self(
            scaled
                .filter_map(|node| {
                    let cast = casts.get(node.input[0].as_str())?;
                    Some((node.output[0].as_str(), Weight { cast, scaled: node }))
                })
                .collect(),
        )
    }

    fn used_by(&self, node: &Node) -> Option<(&Weight<'a>, Use)> {
        let (at, used_as) = match node.op_type.as_str() {
            "Gather" => (0, Use::Table),
            "MatMul" => (1, Use::Matrix),
            _ => return None,
        };
        Some((self.0.get(node.input[at].as_str())?, used_as))
    }
}

impl Weight<'_> {
    fn integers(&self) -> &str {
        &self.cast.input[0]
    }

    fn scale(&self) -> &str {
        &self.scaled.input[1]
    }

    /// A node that makes f32 of something else's integers.
    fn cast(&self, from: &str, to: &str) -> Node {
        Node { attribute: self.cast.attribute.clone(), ..Node::new("Cast", &[from], &[to]) }
    }

    /// Rows of the table and their scales, multiplied.
    fn looked_up(&self, gather: &Node) -> [Node; 4] {
        let [integers, scale, floats] = ["int8", "scale", "f32"].map(|part| named(&gather.output[0], part));
        let lookup = |table: &str, rows: &str| Node {
            attribute: gather.attribute.clone(),
            ..Node::new("Gather", &[table, &gather.input[1]], &[rows])
        };
        [
            lookup(self.integers(), &integers),
            lookup(self.scale(), &scale),
            self.cast(&integers, &floats),
            Node::new("Mul", &[&floats, &scale], &[&gather.output[0]]),
        ]
    }

    /// The products of both halves of what it is multiplied with, added.
    fn multiplied(&self, product: &Node) -> Vec<Node> {
        let [high, low] = HALVES.map(|half| named(&product.output[0], half));
        let [value_high, value_low] = HALVES.map(|half| named(&product.input[0], half));
        let high_zero = &quantised(&value_high)[2];
        let mut nodes = self.multiplied_with(&value_high, high_zero, &high).to_vec();
        nodes.extend(self.multiplied_with(&value_low, MIDDLE, &low));
        nodes.push(Node::new("Add", &[&high, &low], &[&product.output[0]]));
        nodes
    }

    /// A product of integers, times both scales.
    fn multiplied_with(&self, half: &str, zero: &str, product: &str) -> [Node; 4] {
        let [values, values_scale, _] = quantised(half);
        let [integers, scale, floats] = ["int32", "scale", "f32"].map(|part| named(product, part));
        [
            Node::new("MatMulInteger", &[&values, self.integers(), zero], &[&integers]),
            self.cast(&integers, &floats),
            Node::new("Mul", &[&values_scale, self.scale()], &[&scale]),
            Node::new("Mul", &[&floats, &scale], &[product]),
        ]
    }
}

/// A value in seven bits, and what that leaves of it in seven more.
const HALVES: [&str; 2] = ["high", "low"];

/// Steps of eight bits in one of seven.
const TWO: &str = "halves.two";
/// Bits between them.
const ONE: &str = "halves.one";
/// A step of the low half in one of the high.
const STEP: &str = "halves.step";
/// Which integer is zero in the low half.
const MIDDLE: &str = "halves.middle";

fn constants() -> [Tensor; 4] {
    let scalar = |name: &str, data_type, raw_data: &[u8]| Tensor {
        dims: Vec::new(),
        data_type,
        name: name.to_owned(),
        raw_data: raw_data.to_vec(),
    };
    [
        scalar(TWO, FLOAT, &2_f32.to_le_bytes()),
        scalar(ONE, UINT8, &[1]),
        scalar(STEP, FLOAT, &(1.0_f32 / 127.0).to_le_bytes()),
        scalar(MIDDLE, UINT8, &[64]),
    ]
}

/// ONNX's numbers of types.
const FLOAT: i32 = 1;
const UINT8: i32 = 2;

fn split(value: &str) -> [Node; 8] {
    let [high, high_scale, high_zero] = quantised(&named(value, HALVES[0]));
    let [low, low_scale, _] = quantised(&named(value, HALVES[1]));
    let [eight, eight_scale, eight_zero] = quantised(&named(value, "range"));
    let [near, rest] = ["near", "rest"].map(|part| named(value, part));
    let right = vec![SHIFT_RIGHT.to_vec()];
    [
        Node::new("DynamicQuantizeLinear", &[value], &[&eight, &eight_scale, &eight_zero]),
        Node::new("Mul", &[&eight_scale, TWO], &[&high_scale]),
        Node { attribute: right, ..Node::new("BitShift", &[&eight_zero, ONE], &[&high_zero]) },
        Node::new("QuantizeLinear", &[value, &high_scale, &high_zero], &[&high]),
        Node::new("DequantizeLinear", &[&high, &high_scale, &high_zero], &[&near]),
        Node::new("Sub", &[value, &near], &[&rest]),
        Node::new("Mul", &[&high_scale, STEP], &[&low_scale]),
        Node::new("QuantizeLinear", &[&rest, &low_scale, MIDDLE], &[&low]),
    ]
}

/// The attribute `direction: "RIGHT"`, as protobuf has it: name, text, and that it is a text.
const SHIFT_RIGHT: &[u8] = b"\x0a\x09direction\x22\x05RIGHT\xa0\x01\x03";

/// Names of what quantising gives: integers, their scale, and which of them is zero.
fn quantised(half: &str) -> [String; 3] {
    ["uint8", "scale", "zero"].map(|part| named(half, part))
}

fn named(value: &str, part: &str) -> String {
    format!("{value}.{part}")
}

/// What is read of ONNX's messages and written again. Shapes of values between two nodes and notes of the exporter are
/// left out: they describe the old graph.
#[derive(Clone, PartialEq, Message)]
struct Model {
    #[prost(int64, tag = "1")]
    ir_version: i64,
    #[prost(string, tag = "2")]
    producer_name: String,
    #[prost(message, optional, tag = "7")]
    graph: Option<Graph>,
    #[prost(bytes = "vec", repeated, tag = "8")]
    opset_import: Vec<Vec<u8>>,
}

#[derive(Clone, PartialEq, Message)]
struct Graph {
    #[prost(message, repeated, tag = "1")]
    node: Vec<Node>,
    #[prost(string, tag = "2")]
    name: String,
    #[prost(message, repeated, tag = "5")]
    initializer: Vec<Tensor>,
    #[prost(bytes = "vec", repeated, tag = "11")]
    input: Vec<Vec<u8>>,
    #[prost(bytes = "vec", repeated, tag = "12")]
    output: Vec<Vec<u8>>,
}

#[derive(Clone, PartialEq, Message)]
struct Node {
    #[prost(string, repeated, tag = "1")]
    input: Vec<String>,
    #[prost(string, repeated, tag = "2")]
    output: Vec<String>,
    #[prost(string, tag = "3")]
    name: String,
    #[prost(string, tag = "4")]
    op_type: String,
    #[prost(bytes = "vec", repeated, tag = "5")]
    attribute: Vec<Vec<u8>>,
    #[prost(string, tag = "7")]
    domain: String,
}

#[derive(Clone, PartialEq, Message)]
struct Tensor {
    #[prost(int64, repeated, tag = "1")]
    dims: Vec<i64>,
    #[prost(int32, tag = "2")]
    data_type: i32,
    #[prost(string, tag = "8")]
    name: String,
    #[prost(bytes = "vec", tag = "9")]
    raw_data: Vec<u8>,
}

impl Node {
    fn new(op_type: &str, input: &[&str], output: &[&str]) -> Self {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Self { op_type: op_type.to_owned(), input: owned(input), output: owned(output), ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TO_FLOAT: &[u8] = b"to: 1";
    const AXIS: &[u8] = b"axis: 0";

    fn with_attribute(node: Node, attribute: &[u8]) -> Node {
        Node { attribute: vec![attribute.to_vec()], ..node }
    }

    fn weight(name: &str) -> [Node; 2] {
        let [integers, scale, floats] = ["q", "s", "f"].map(|part| format!("{name}_{part}"));
        [
            with_attribute(Node::new("Cast", &[&integers], &[&floats]), TO_FLOAT),
            Node::new("Mul", &[&floats, &scale], &[name]),
        ]
    }

    fn model(nodes: Vec<Node>, stored: &[&str]) -> Model {
        let tensor = |name: &&str| Tensor {
            dims: vec![1],
            data_type: 3,
            name: (*name).to_owned(),
            raw_data: name.as_bytes().to_vec(),
        };
        Model {
            ir_version: 10,
            producer_name: "test".to_owned(),
            opset_import: vec![b"opset".to_vec()],
            graph: Some(Graph {
                node: nodes,
                name: "main".to_owned(),
                initializer: stored.iter().map(tensor).collect(),
                input: vec![b"ids".to_vec()],
                output: vec![b"vectors".to_vec()],
            }),
        }
    }

    fn lines(model: &Model) -> Vec<String> {
        let line = |node: &Node| {
            let attributes: String = node.attribute.iter().map(|text| String::from_utf8_lossy(text)).collect();
            format!("{} = {}({}) {attributes}", node.output.join(", "), node.op_type, node.input.join(", "))
                .trim_end()
                .to_owned()
        };
        model.graph.iter().flat_map(|graph| &graph.node).map(line).collect()
    }

    #[test]
    fn matrices_are_multiplied_as_integers_and_rows_multiplied_out_when_they_were_looked_up() {
        let nodes = [weight("words"), weight("a"), weight("b")].into_iter().flatten().chain([
            with_attribute(Node::new("Gather", &["words", "ids"], &["x"]), AXIS),
            Node::new("MatMul", &["x", "a"], &["xa"]),
            Node::new("MatMul", &["x", "b"], &["xb"]),
            Node::new("MatMul", &["xa", "xb"], &["vectors"]),
        ]);
        let before = model(nodes.collect(), &["words_q", "words_s", "a_q", "a_s", "b_q", "b_s"]);
        let bytes = with_int8_arithmetic(&before.encode_to_vec()).unwrap();
        let after = Model::decode(&*bytes).unwrap();
        assert_eq!(
            lines(&after),
            [
                "x.int8 = Gather(words_q, ids) axis: 0",
                "x.scale = Gather(words_s, ids) axis: 0",
                "x.f32 = Cast(x.int8) to: 1",
                "x = Mul(x.f32, x.scale)",
                "x.range.uint8, x.range.scale, x.range.zero = DynamicQuantizeLinear(x)",
                "x.high.scale = Mul(x.range.scale, halves.two)",
                "x.high.zero = BitShift(x.range.zero, halves.one) \n\tdirection\"\u{5}RIGHT�\u{1}\u{3}",
                "x.high.uint8 = QuantizeLinear(x, x.high.scale, x.high.zero)",
                "x.near = DequantizeLinear(x.high.uint8, x.high.scale, x.high.zero)",
                "x.rest = Sub(x, x.near)",
                "x.low.scale = Mul(x.high.scale, halves.step)",
                "x.low.uint8 = QuantizeLinear(x.rest, x.low.scale, halves.middle)",
                "xa.high.int32 = MatMulInteger(x.high.uint8, a_q, x.high.zero)",
                "xa.high.f32 = Cast(xa.high.int32) to: 1",
                "xa.high.scale = Mul(x.high.scale, a_s)",
                "xa.high = Mul(xa.high.f32, xa.high.scale)",
                "xa.low.int32 = MatMulInteger(x.low.uint8, a_q, halves.middle)",
                "xa.low.f32 = Cast(xa.low.int32) to: 1",
                "xa.low.scale = Mul(x.low.scale, a_s)",
                "xa.low = Mul(xa.low.f32, xa.low.scale)",
                "xa = Add(xa.high, xa.low)",
                "xb.high.int32 = MatMulInteger(x.high.uint8, b_q, x.high.zero)",
                "xb.high.f32 = Cast(xb.high.int32) to: 1",
                "xb.high.scale = Mul(x.high.scale, b_s)",
                "xb.high = Mul(xb.high.f32, xb.high.scale)",
                "xb.low.int32 = MatMulInteger(x.low.uint8, b_q, halves.middle)",
                "xb.low.f32 = Cast(xb.low.int32) to: 1",
                "xb.low.scale = Mul(x.low.scale, b_s)",
                "xb.low = Mul(xb.low.f32, xb.low.scale)",
                "xb = Add(xb.high, xb.low)",
                "vectors = MatMul(xa, xb)",
            ]
        );
        let but_nodes =
            |model: Model| Model { graph: model.graph.map(|graph| Graph { node: vec![], ..graph }), ..model };
        let mut kept = but_nodes(before);
        kept.graph.iter_mut().for_each(|graph| graph.initializer.extend(constants()));
        assert_eq!(but_nodes(after), kept);
    }

    #[test]
    fn a_graph_without_quantised_weights_stays_as_it_is() {
        let nodes = vec![
            with_attribute(Node::new("Cast", &["mask"], &["flags"]), TO_FLOAT),
            Node::new("Mul", &["flags", "scale"], &["scaled"]),
            Node::new("MatMul", &["scaled", "scaled"], &["vectors"]),
        ];
        let before = model(nodes, &["scale"]).encode_to_vec();
        assert_eq!(with_int8_arithmetic(&before).unwrap(), before);
    }

    #[test]
    fn what_is_no_model_is_an_error() {
        assert!(with_int8_arithmetic(b"not a model").is_err());
    }
}
